// SPDX-License-Identifier: Apache-2.0
//
// taskgroup waits for all descendants created inside it, not for tasks created before it; empty, nested and
// consecutive groups, groups in loops and in tasks.
#include <omp.h>

#include "check.h"

static void spread(int depth, int* count) {
#pragma omp atomic
  ++*count;
  if (depth == 0) return;
  for (int i = 0; i < 3; i++)
#pragma omp task firstprivate(depth, count)
    spread(depth - 1, count);
}

int main(void) {
  const int depth = TEST_SANITIZED ? 3 : 5;
  int nodes = 0;
  for (int i = 0, power = 1; i <= depth; i++, power *= 3) nodes += power;
  int before = 0;
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 10; round++) {
#pragma omp task shared(before)
    {
      spin_for(500);
#pragma omp atomic
      before++;
    }
    int count = 0;
#pragma omp taskgroup
    {
    }
#pragma omp taskgroup
    spread(depth, &count);
    CHECK_EQ(count, nodes);

    int outer = 0, inner = 0;
#pragma omp taskgroup
    {
#pragma omp task shared(outer)
      spread(2, &outer);
#pragma omp taskgroup
      {
#pragma omp task shared(inner)
        spread(2, &inner);
      }
      CHECK_EQ(inner, 13);
#pragma omp task shared(outer, inner)
      {
        int own = 0;
#pragma omp taskgroup
        for (int i = 0; i < 4; i++)
#pragma omp task shared(own)
          spread(1, &own);
        CHECK_EQ(own, 16);
#pragma omp atomic
        outer += own;
      }
    }
    CHECK_EQ(outer, 29);
  }
  CHECK_EQ(before, 10);

  int everybody = 0;
#pragma omp parallel
  for (int round = 0; round < 10; round++) {
    int mine = 0;
#pragma omp taskgroup
    spread(2, &mine);
    CHECK_EQ(mine, 13);
#pragma omp atomic
    everybody += mine;
  }
  CHECK_EQ(everybody, 130 * omp_get_max_threads());
  return check_finish();
}
