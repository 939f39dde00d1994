// SPDX-License-Identifier: Apache-2.0
//
// What a child made inside a region cannot do: come to the end of the region on another thread than the master. It
// says so and ends instead of hanging.
//
// test: THREADS 2
// test: NOT_SANITIZED 'the thread sanitizer does not support new threads in the child of a process with threads'
// test: STDERR 'fork\(\) made inside a parallel region waits for threads that only its parent has'
// test: NOT_STOCK gcc 'libgomp 12 hangs in such a child' clang 'libomp 19 has a message of its own'
#include <omp.h>
#include <signal.h>

#include "../process.h"
#include "check.h"

static int ends_by_abort(pid_t child) {
  int status = 0;
  return waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

int main(void) {
  const pid_t parent = getpid();
  const struct rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  fflush(stdout);
  pid_t child = 0;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) {
    child = fork();
    if (child == 0) alarm(30);
  }
  if (getpid() != parent) _exit(1);
  CHECK(ends_by_abort(child));
  return check_finish();
}
