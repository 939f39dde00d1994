// SPDX-License-Identifier: Apache-2.0
//
// A parallel region inside a task: the task's thread becomes the primary thread of a team of its own, and the tasks
// of the outer team go on being right while inner teams come and go.
#include <omp.h>

#include "check.h"

enum { kTasks = 24 };

int main(void) {
  omp_set_max_active_levels(2);
  omp_set_dynamic(0);
  int results[kTasks] = {0};
#pragma omp parallel num_threads(3)
#pragma omp single
  for (int t = 0; t < kTasks; t++)
#pragma omp task shared(results) firstprivate(t)
  {
    int sum = 0, inner_tasks = 0;
#pragma omp parallel num_threads(2) reduction(+ : sum)
    {
      CHECK_EQ(omp_get_level(), 2);
      CHECK_EQ(omp_get_num_threads(), 2);
      sum += t + omp_get_thread_num();
#pragma omp task shared(inner_tasks)
      {
#pragma omp atomic
        inner_tasks++;
      }
    }
    CHECK_EQ(omp_get_level(), 1);
    CHECK_EQ(inner_tasks, 2);
    results[t] = sum;
  }
  for (int t = 0; t < kTasks; t++) CHECK_EQ(results[t], 2 * t + 1);
  return check_finish();
}
