// SPDX-License-Identifier: Apache-2.0
//
// A shared library that uses OpenMP, for hosts that do not: what Python's extension modules and plugins are.
#include <omp.h>

#include "rondo.h"

int max_threads(void) {
  const int n = omp_get_max_threads();
  __asm__ volatile("");  // no tail call: the caller of the routine is this library
  return n;
}

int team_size(int n) {
  int members = 0;
#pragma omp parallel num_threads(n) reduction(+ : members)
  members++;
  return members;
}

// 0 + 1 + ... + (n - 1), by a loop; then n more, by tasks of a region that is recorded and replayed.
long sum(long n) {
  long result = 0;
#pragma omp parallel for schedule(dynamic) reduction(+ : result) num_threads(3)
  for (long i = 0; i < n; i++) result += i;
#pragma omp parallel num_threads(3)
#pragma omp single
  for (int round = 0; round < 3; round++) {
    RONDO_TASKGRAPH() {
      for (int i = 0; i < 10; i++) {
#pragma omp task shared(result)
#pragma omp atomic
        result++;
      }
    }
  }
  return result;
}
