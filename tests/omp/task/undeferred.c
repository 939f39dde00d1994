// SPDX-License-Identifier: Apache-2.0
//
// if(0): the task is finished before its creator goes on, but its own children need not be; several levels; if with a
// run-time value; undeferred tasks on every thread at once.
#include <omp.h>

#include "check.h"

static void chain(int depth, int* counter) {
#pragma omp task if (0) shared(counter)
  {
    ++*counter;
    if (depth > 1) chain(depth - 1, counter);
  }
}

int main(void) {
  int children = 0;
#pragma omp parallel
  {
    for (int round = 0; round < 50; round++) {
      int value = 0;
#pragma omp task if (0) shared(value)
      value = 1;
      CHECK_EQ(value, 1);
#pragma omp task if (round % 2) shared(value)
      {
#pragma omp atomic
        value += 10;
      }
      if (round % 2 == 0) CHECK_EQ(value, 11);
#pragma omp taskwait
      CHECK_EQ(value, 11);
      int depth = 0;
      chain(20, &depth);
      CHECK_EQ(depth, 20);
#pragma omp task if (0)
      {
#pragma omp task shared(children)
        {
#pragma omp atomic
          children++;
        }
      }
    }
#pragma omp barrier
    CHECK_EQ(children, 50 * omp_get_num_threads());
  }
  return check_finish();
}
