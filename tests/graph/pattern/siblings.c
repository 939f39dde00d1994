// SPDX-License-Identifier: Apache-2.0
//
// The border of a block is no border for dependences: ordinary tasks before and after it, a second block of the same
// task without a wait between them, and waits with depend see its tasks in their order, as without the macro.
#include "graph/pattern/pattern_check.h"

enum { kN = 16, kRounds = 30 };

static unsigned a[kN], b[kN], expected_a[kN], expected_b[kN];

static void spin(unsigned n) {
  for (volatile unsigned i = 0; i < n; i++) {
  }
}

static void block(unsigned* cells, unsigned salt) {
  RONDO_DEP_PATTERN("siblings") {
    for (int i = 1; i < kN; i++) {
      unsigned *self = &cells[i], *before = &cells[i - 1];
#pragma omp task depend(in : *before) depend(inout : *self) firstprivate(self, before, salt)
      {
        spin(200);
        *self = *self * 3 + *before + salt;
      }
    }
  }
}

static void block_serially(unsigned* cells, unsigned salt) {
  for (int i = 1; i < kN; i++) cells[i] = cells[i] * 3 + cells[i - 1] + salt;
}

int main(void) {
  for (unsigned round = 0; round < kRounds; round++) {
    unsigned seen = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : a[0])
      {
        spin(2000);
        a[0] += round;
      }
      block(a, round);  // after the task above
      block(a, 7);      // after the block above
#pragma omp task depend(inout : a[kN - 1])
      a[kN - 1] ^= 5;  // after the block
      block(b, 9);     // on its own
#pragma omp taskwait depend(in : b[kN - 1])
      seen = b[kN - 1];
#pragma omp task depend(in : a[kN - 1]) depend(inout : b[0]) if (round % 2)
      b[0] += a[kN - 1];
      block(b, 11);
    }
    expected_a[0] += round;
    block_serially(expected_a, round);
    block_serially(expected_a, 7);
    expected_a[kN - 1] ^= 5;
    block_serially(expected_b, 9);
    CHECK_EQ(seen, expected_b[kN - 1]);
    expected_b[0] += expected_a[kN - 1];
    block_serially(expected_b, 11);
    for (int i = 0; i < kN; i++) {
      CHECK_EQ(a[i], expected_a[i]);
      CHECK_EQ(b[i], expected_b[i]);
    }
  }
  CHECK_PATTERN(recorded, 1);
  CHECK_PATTERN(uses, 4 * kRounds - 1);
  CHECK_PATTERN(mismatches, 0);
  return check_finish();
}
