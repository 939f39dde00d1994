// SPDX-License-Identifier: Apache-2.0
//
// A thread that runs out of its stack: the runtime says which one, how deep in tasks and what to set, and the process
// dies by SIGSEGV as it would have. Argument: the thread of the team that does so.
//
// tests: THREADS 4 STATUS -11 NOT_SANITIZED 'the sanitizers handle SIGSEGV themselves'
// test overflow_of_worker: ARGS 2
// test overflow_of_worker: STDERR 'thread 2 of its team .rondo-2. has used up its stack of .* KiB, in tasks nested 5
// test overflow_of_worker: deep. set OMP_STACKSIZE='
// test overflow_of_small_stack: ARGS 1 ENV OMP_STACKSIZE=256k
// test overflow_of_small_stack: STDERR 'thread 1 of its team .rondo-1. has used up its stack of 256 KiB, in tasks
// test overflow_of_small_stack: nested 5 deep. set OMP_STACKSIZE=1M'
// test overflow_of_initial_thread: ARGS 0
// test overflow_of_initial_thread: STDERR "thread 0 of its team .the program's initial thread. .* in tasks nested 5
// test overflow_of_initial_thread: deep. set `ulimit -s"
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
