// SPDX-License-Identifier: Apache-2.0
//
// reduction(task, ...) of an array and of an operation whose neutral element is not zero; tasks of tasks take part;
// two constructs in one region.
//
// test: ENV OMP_CANCELLATION=true
#include <omp.h>

#include "check.h"

enum { kBins = 50 };

static long count_numbers(void) {
  long bins[kBins] = {0};
  long best = -5;
#pragma omp parallel reduction(task, + : bins) reduction(task, max : best)
  {
    const int thread = omp_get_thread_num();
    for (int i = 1; i < 32; i++) {
#pragma omp task in_reduction(+ : bins) firstprivate(i)
      {
        bins[i] += 2;
#pragma omp task in_reduction(+ : bins) firstprivate(i)
        bins[i]--;
      }
    }
#pragma omp task in_reduction(max : best) firstprivate(thread)
    if (best < thread) best = thread;
  }
  long sum = 0;
  for (int bin = 0; bin < kBins; bin++) sum += bins[bin];
  CHECK_EQ(bins[0], 0);
  CHECK_EQ(bins[31], sum / 31); /* 1 .. 31, each once a thread */
  CHECK_EQ(best, sum / 31 - 1);
  return sum;
}

int main(void) {
  const int threads = omp_get_max_threads();
  for (int round = 0; round < 10; round++) {
    CHECK_EQ(count_numbers(), 31L * threads);

    long first = 1, second = 2;
#pragma omp parallel
    {
#pragma omp for reduction(task, + : first) schedule(static)
      for (int i = 0; i < 40; i++) {
#pragma omp task in_reduction(+ : first)
        first += 2;
      }
#pragma omp for reduction(task, + : second) schedule(guided)
      for (int i = 0; i < 40; i++) {
#pragma omp task in_reduction(+ : second) if (i % 2)
        second += 3;
      }
    }
    CHECK_EQ(first, 81);
    CHECK_EQ(second, 122);
  }
  return check_finish();
}
