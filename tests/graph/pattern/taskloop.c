// SPDX-License-Identifier: Apache-2.0
//
// Taskloops among the children of a tagged task: their tasks and the wait at their end are part of the pattern.
#include "graph/pattern/pattern_check.h"

enum { kN = 40, kRounds = 12 };

static unsigned a[kN], b[kN], serial_a[kN], serial_b[kN];

static void block(unsigned salt) {
  RONDO_DEP_PATTERN("taskloop") {
#pragma omp task depend(out : a[0]) firstprivate(salt)
    a[0] += salt;
#pragma omp taskloop num_tasks(7)
    for (int i = 1; i < kN; i++) a[i] = a[i] * 3 + salt;
#pragma omp task depend(inout : a[0]) firstprivate(salt)
    a[0] = a[0] * 5 + a[kN - 1];
#pragma omp taskloop grainsize(9) nogroup
    for (int i = 0; i < kN; i++) b[i] = b[i] * 7 + salt;
  }
}

int main(void) {
  for (unsigned round = 0; round < kRounds; round++) {
#pragma omp parallel
#pragma omp single
    block(round);
    serial_a[0] += round;
    for (int i = 1; i < kN; i++) serial_a[i] = serial_a[i] * 3 + round;
    serial_a[0] = serial_a[0] * 5 + serial_a[kN - 1];
    for (int i = 0; i < kN; i++) serial_b[i] = serial_b[i] * 7 + round;
    for (int i = 0; i < kN; i++) {
      CHECK_EQ(a[i], serial_a[i]);
      CHECK_EQ(b[i], serial_b[i]);
    }
  }
  CHECK_PATTERN(recorded, 1);
  CHECK_PATTERN(uses, kRounds - 1);
  CHECK_PATTERN(mismatches, 0);
  return check_finish();
}
