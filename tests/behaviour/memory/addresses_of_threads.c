// SPDX-License-Identifier: Apache-2.0
//
// What the runtime's threads take of the address space is their stacks, and little more: a limit on it (ulimit -v, a
// batch system) is not used up. A thread that calls malloc or free gets an arena of 64 MB.
//
// test: THREADS 8 ENV OMP_STACKSIZE=1M ONE_COMPILER
// test: NOT_SANITIZED 'the sanitizers map as they like' NOT_STOCK clang 'threads of libomp 19 call malloc'
#include <omp.h>
#include <stdio.h>
#include <unistd.h>

#include "check.h"

enum { kThreads = 8, kMost_mb = 8 };  // for each thread; a stack has 1 MB

static long mapped_mb(void) {
  FILE* statm = fopen("/proc/self/statm", "r");
  long pages = 0;
  if (statm == NULL || fscanf(statm, "%ld", &pages) != 1) pages = 0;
  if (statm != NULL) fclose(statm);
  return pages * (sysconf(_SC_PAGESIZE) / 1024) / 1024;
}

int main(void) {
  const long before = mapped_mb();
  int n = 0;
#pragma omp parallel num_threads(kThreads) reduction(+ : n)
  n++;
  CHECK_EQ(n, kThreads);
  CHECK(mapped_mb() - before < kThreads * kMost_mb);
  return check_finish();
}
