// SPDX-License-Identifier: Apache-2.0
//
// priority with OMP_MAX_TASK_PRIORITY=10: a hint, so what must hold is that every task runs, that values above the
// maximum and negative ones do no harm, and that priorities do not override dependences.
//
// test: ENV OMP_MAX_TASK_PRIORITY=10
#include <omp.h>

#include "check.h"

enum { kTasks = 300 };

int main(void) {
  CHECK_EQ(omp_get_max_task_priority(), 10);
  static int visits[kTasks];
  int chain = 0;
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < kTasks; i++) {
      const int priority = i % 14;
#pragma omp task priority(priority) shared(visits) firstprivate(i)
      visits[i]++;
#pragma omp task priority(i % 11) depend(inout : chain) shared(chain) firstprivate(i)
      CHECK_EQ(chain++, i);
#pragma omp task priority(1000000)
      spin_for(1);
    }
#pragma omp taskwait
    for (int i = 0; i < kTasks; i++) CHECK_EQ(visits[i], 1);
  }
  CHECK_EQ(chain, kTasks);
  return check_finish();
}
