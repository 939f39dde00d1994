// SPDX-License-Identifier: Apache-2.0
//
// Waits inside the block are part of the pattern: taskwait, taskgroup, taskwait with depend. They wait for what they
// would wait for without it, for tasks created before the block as well, and a taskgroup for grandchildren.
#include "graph/pattern/pattern_check.h"

enum { kN = 10, kRounds = 25 };

static void spin(unsigned n) {
  for (volatile unsigned i = 0; i < n; i++) {
  }
}

static void block(unsigned* cells, unsigned* grandchildren, const unsigned* outside) {
  RONDO_DEP_PATTERN("waits") {
    for (int i = 0; i < kN; i++) {
      unsigned* self = &cells[i];
#pragma omp task depend(out : *self) firstprivate(self, i)
      {
        spin(300);
        *self = *self + (unsigned)i;
      }
    }
#pragma omp taskwait depend(in : cells[3])
    cells[kN] += cells[3];
#pragma omp taskwait
    CHECK_EQ(*outside, 1);
    unsigned sum = 0;
    for (int i = 0; i < kN; i++) sum += cells[i];
    cells[kN + 1] = sum;
#pragma omp taskgroup
    for (int i = 0; i < kN; i++) {
#pragma omp task firstprivate(i)
      {
#pragma omp task
        {
          spin(300);
          grandchildren[i]++;
        }
      }
    }
    for (int i = 0; i < kN; i++) cells[kN + 2] += grandchildren[i];
    for (int i = 0; i < kN; i++) {
      unsigned *self = &cells[i], *before = &cells[(i + kN - 1) % kN];
#pragma omp task depend(in : *before) depend(inout : *self) firstprivate(self, before)
      *self = *self * 3 + *before;
    }
  }
}

int main(void) {
  unsigned cells[2][kN + 3] = {{0}}, expected[kN + 3] = {0}, grandchildren[2][kN] = {{0}}, n = 0;
  for (unsigned round = 0; round < kRounds; round++) {
    unsigned outside[2] = {0, 0};
#pragma omp parallel
#pragma omp single
    for (int which = 0; which < 2; which++) {
#pragma omp task firstprivate(which) shared(cells, grandchildren, outside)
      {
#pragma omp task shared(outside) firstprivate(which)
        {
          spin(3000);
          outside[which] = 1;
        }
        block(cells[which], grandchildren[which], &outside[which]);
#pragma omp taskwait
      }
      if (round == 0) {
#pragma omp taskwait
      }
    }
    for (int i = 0; i < kN; i++) expected[i] += (unsigned)i;
    expected[kN] += expected[3];
    expected[kN + 1] = 0;
    for (int i = 0; i < kN; i++) expected[kN + 1] += expected[i];
    expected[kN + 2] += kN * ++n;
    for (int i = 0; i < kN; i++) expected[i] = expected[i] * 3 + expected[(i + kN - 1) % kN];
    for (int which = 0; which < 2; which++)
      for (int i = 0; i < kN + 3; i++) CHECK_EQ(cells[which][i], expected[i]);
  }
  CHECK_PATTERN(recorded, 1);
  CHECK_PATTERN(uses, 2 * kRounds - 1);
  CHECK_PATTERN(mismatches, 0);
  return check_finish();
}
