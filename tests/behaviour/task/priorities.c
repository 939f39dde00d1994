// SPDX-License-Identifier: Apache-2.0
//
// Any priority, at any OMP_MAX_TASK_PRIORITY: all tasks run, those of a nested region and with dependences included.
//
// test priorities_0: ENV OMP_MAX_TASK_PRIORITY=0
// test priorities_1: ENV OMP_MAX_TASK_PRIORITY=1 NOT_STOCK gcc 'libgomp 12 crashes' clang 'libomp 19 hangs'
// test priorities_7: ENV OMP_MAX_TASK_PRIORITY=7 NOT_STOCK gcc 'libgomp 12 crashes' clang 'libomp 19 hangs'
// test priorities_32768: ENV OMP_MAX_TASK_PRIORITY=32768 NOT_STOCK gcc 'libgomp 12 crashes' clang 'libomp 19 hangs'
// test priorities_2147483647: ENV OMP_MAX_TASK_PRIORITY=2147483647 NOT_STOCK gcc 'libgomp 12 crashes'
// test priorities_2147483647: clang 'libomp 19 hangs'
#include <limits.h>
#include <omp.h>

#include "check.h"

static int run_tasks(int depth) {
  static const int priorities[] = {0, 1, 5, 1000, INT_MAX, 7, INT_MAX - 1, 65535, 65536, 32768};
  int n = 0;
  for (int i = 0; i < 30; i++) {
    const int priority = priorities[i % 10];
#pragma omp task priority(priority) shared(n) firstprivate(depth) if (i % 7 != 3)
    {
      int below = depth > 0 ? run_tasks(depth - 1) : 1;
#pragma omp atomic
      n += below;
    }
  }
#pragma omp taskwait
  int x = 0;
  for (int i = 0; i < 20; i++) {
#pragma omp task depend(inout : x) priority(priorities[i % 10]) shared(x)
    x++;
  }
#pragma omp taskwait
  CHECK_EQ(x, 20);
  return n;
}

int main(void) {
  CHECK(omp_get_max_task_priority() >= 0);
#pragma omp parallel
#pragma omp single
  CHECK_EQ(run_tasks(1), 900);
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
#pragma omp single
  CHECK_EQ(run_tasks(0), 30);
  return check_finish();
}
