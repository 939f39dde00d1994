// SPDX-License-Identifier: Apache-2.0
//
// Two hundred thousand independent tasks from one thread, and as many from all threads at once: queues grow, memory
// is reused, nothing is lost.
#include <omp.h>

#include "check.h"

enum { kTasks = 200000 };

int main(void) {
  long sum = 0;
  const int tasks = TEST_SCALE(kTasks);
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < tasks; i++)
#pragma omp task shared(sum) firstprivate(i)
  {
#pragma omp atomic
    sum += i;
  }
  CHECK_EQ(sum, (long)tasks * (tasks - 1) / 2);
  sum = 0;
#pragma omp parallel
  {
    const int n = tasks / omp_get_num_threads();
    for (int i = 0; i < n; i++)
#pragma omp task shared(sum)
    {
#pragma omp atomic
      sum++;
    }
#pragma omp barrier
    CHECK_EQ(sum, (long)n * omp_get_num_threads());
  }
  return check_finish();
}
