// SPDX-License-Identifier: Apache-2.0
//
// A child made by the master inside a region leaves that region like any other and goes on behind it.
//
// test: THREADS 2
// test: NOT_SANITIZED 'the thread sanitizer does not support new threads in the child of a process with threads'
// test: NOT_STOCK gcc 'libgomp 12 hangs in a child of a nested region'
// test: clang 'libomp 19 stops with an assertion in such a child'
#include <omp.h>

#include "../process.h"
#include "check.h"

int main(void) {
  const pid_t parent = getpid();
  pid_t child = 0;
  fflush(stdout);
  for (int depth = 1; depth <= 2; depth++) {
    omp_set_max_active_levels(depth);
#pragma omp parallel num_threads(2)
#pragma omp master
    {
      if (depth == 1) {
        child = fork();
      } else {
#pragma omp parallel num_threads(3)
#pragma omp master
        child = fork();
      }
    }
    if (getpid() != parent) {
      alarm(30);
      int sum = 0;
#pragma omp parallel for reduction(+ : sum) num_threads(3)
      for (int i = 0; i < 100; i++) sum += i;
      _exit(sum == 4950 && omp_get_level() == 0 ? 17 : 1);
    }
    int status = 0;
    CHECK_EQ(waitpid(child, &status, 0), child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 17);
  }
  return check_finish();
}
