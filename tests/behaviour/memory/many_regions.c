// SPDX-License-Identifier: Apache-2.0
//
// A million regions (or as many as fit into some seconds, and some thousands at least), with tasks, nested regions
// and dependences in some of them, leave no memory behind.
//
// test: THREADS 2 NOT_SANITIZED 'the sanitizers keep freed memory'
// test: NOT_STOCK gcc 'on two busy processors a region of four threads takes libgomp three milliseconds and more'
#include <omp.h>

#include "../process.h"
#include "check.h"

static void region(int number, long* sum) {
#pragma omp parallel
  {
    if (number % 16 == 0) {
#pragma omp single
      {
        int x = 0;
#pragma omp task depend(out : x) shared(x)
        x = 2;
#pragma omp task depend(in : x) shared(x, sum)
#pragma omp atomic
        *sum += x;
#pragma omp taskwait
      }
    }
    if (number % 1024 == 0) {
#pragma omp parallel num_threads(1)
#pragma omp atomic
      (*sum)++;
    }
  }
}

int main(void) {
  enum { kRegions = 1000000, kSettled = 2100, kLeast = 2 * kSettled };
  const double start = omp_get_wtime();
  long sum = 0;
  long before_kib = 0;
  int n = 0;
  // A crowded machine takes its time for a region.
  for (; n < kLeast || (n < kRegions && omp_get_wtime() - start < 15); n++) {
    if (n == kSettled) before_kib = resident_kib();
    region(n, &sum);
  }
  CHECK(resident_kib() - before_kib < 512);
  CHECK_EQ(sum, 2L * ((n + 15) / 16) + (long)omp_get_max_threads() * ((n + 1023) / 1024));
  return check_finish();
}
