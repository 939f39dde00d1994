// SPDX-License-Identifier: Apache-2.0
//
// A task of a participating task takes part by its parent's copy of the variable: executed by another thread, it has
// a copy of its own, and all are combined.
#include <omp.h>
#include <sched.h>

#include "check.h"

int main(void) {
  for (int round = 0; round < 20; round++) {
    long sum = round;
    int has_started = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup task_reduction(+ : sum)
      {
#pragma omp task in_reduction(+ : sum) shared(has_started)
        {
          const long* parents = &sum;
          const int parents_thread = omp_get_thread_num();
          sum += 10;
#pragma omp task in_reduction(+ : sum) shared(has_started) firstprivate(parents, parents_thread)
          {
            CHECK((&sum == parents) == (omp_get_thread_num() == parents_thread));
            sum += 100;
            __atomic_store_n(&has_started, 1, __ATOMIC_RELEASE);
          }
          // With other threads, one of them: this one is busy.
          const double start = omp_get_wtime();
          while (omp_get_num_threads() > 1 && !__atomic_load_n(&has_started, __ATOMIC_ACQUIRE) &&
                 omp_get_wtime() - start < 5)
            sched_yield();
        }
      }
    }
    CHECK_EQ(sum, round + 110);
  }
  return check_finish();
}
