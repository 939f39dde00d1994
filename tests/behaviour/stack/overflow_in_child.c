// SPDX-License-Identifier: Apache-2.0
//
// A thread of the program forks, without having used OpenMP before. Its child's initial thread has the stack of that
// thread, not of the parent's initial one; when it runs out, the runtime says so, and the child dies by SIGSEGV.
//
// test: THREADS 1 2 NOT_SANITIZED 'the sanitizers handle SIGSEGV themselves'
// test: STDERR 'thread 0 of its team .started by the program. has used up its stack of .* KiB,
// test: .*pthread_attr_setstacksize'
#include <omp.h>
#include <pthread.h>

#include "../process.h"
#include "check.h"

static int eat(int n, const volatile char* before) {
  volatile char frame[1000];
  frame[n % 1000] = *before;
  return n == 0 ? frame[0] : eat(n - 1, frame) + frame[n % 7];
}

static void overflow(void) {
  int started = 0;
#pragma omp parallel reduction(+ : started)
  started++;
  _exit(eat(1 << 28, (const char*)&started) == started);
}

static void* fork_and_look(void* status) {
  *(int*)status = status_of_child(overflow);
  return NULL;
}

int main(void) {
  const struct rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  int status = 0;
  pthread_t thread;
  pthread_create(&thread, NULL, fork_and_look, &status);
  pthread_join(thread, NULL);
  CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV);
  return check_finish();
}
