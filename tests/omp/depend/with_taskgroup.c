// SPDX-License-Identifier: Apache-2.0
//
// Dependences reach across taskgroup and taskwait boundaries of one parent, and mix with tasks that have none,
// priorities, untied and final tasks.
#include <omp.h>

#include "check.h"

int main(void) {
  int value = 0, free_tasks = 0;
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 25; round++) {
#pragma omp task depend(inout : value) shared(value) firstprivate(round)
    CHECK_EQ(value++, 6 * round);
#pragma omp taskgroup
    {
#pragma omp task depend(inout : value) shared(value) untied firstprivate(round)
      CHECK_EQ(value++, 6 * round + 1);
#pragma omp task shared(free_tasks)
      {
#pragma omp atomic
        free_tasks++;
      }
#pragma omp task depend(inout : value) shared(value) priority(3) firstprivate(round)
      CHECK_EQ(value++, 6 * round + 2);
    }
    CHECK_EQ(value, 6 * round + 3);
#pragma omp task depend(inout : value) shared(value) final(round % 3 == 0) firstprivate(round)
    CHECK_EQ(value++, 6 * round + 3);
    if (round % 4 == 0) {
#pragma omp taskwait
      CHECK_EQ(value, 6 * round + 4);
    }
#pragma omp task depend(inout : value) shared(value) mergeable firstprivate(round)
    CHECK_EQ(value++, 6 * round + 4);
#pragma omp task depend(inout : value) shared(value) firstprivate(round)
    CHECK_EQ(value++, 6 * round + 5);
  }
  CHECK_EQ(value, 150);
  CHECK_EQ(free_tasks, 25);
  return check_finish();
}
