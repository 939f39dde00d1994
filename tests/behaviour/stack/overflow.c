// SPDX-License-Identifier: Apache-2.0
//
// A thread that runs out of its stack: the runtime says which one, how deep in tasks and what to set, and the process
// dies by SIGSEGV as it would have. Argument: the thread of the team that does so.
#include <omp.h>

#include "../process.h"
#include "check.h"

static int eat(int n, const volatile char* before) {
  volatile char frame[1000];
  frame[n % 1000] = *before;
  return n == 0 ? frame[0] : eat(n - 1, frame) + frame[n % 7];
}

static int dive(int depth) {
  int result = 0;
  if (depth == 0) return eat(1 << 28, (const char*)&result);
#pragma omp task shared(result) firstprivate(depth) if (0)
  result = dive(depth - 1) + 1;
  return result;
}

int main(int argc, char** argv) {
  const int who = argc > 1 ? atoi(argv[1]) : 0;
  const struct rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  check_finish();
  fflush(stdout);
#pragma omp parallel num_threads(3)
  if (omp_get_thread_num() == who) dive(5);
  return 1;
}
