// SPDX-License-Identifier: Apache-2.0
//
// Threads of the program that come one after the other are watched one after the other, with what was needed for the
// first one. The second one, whose stack is larger, runs out of it; the message has its size.
//
// test: THREADS 2 STATUS -11 NOT_SANITIZED 'the sanitizers handle SIGSEGV themselves'
// test: STDERR 'thread 0 of its team .started by the program. has used up its stack of 1024 KiB'
#include <omp.h>
#include <pthread.h>

#include "../process.h"
#include "check.h"

static int eat(int n, const volatile char* before) {
  volatile char frame[1000];
  frame[n % 1000] = *before;
  return n == 0 ? frame[0] : eat(n - 1, frame) + frame[n % 7];
}

static void* run(void* depth) {
  int result = 0;
#pragma omp parallel reduction(+ : result)
  result += 1;
  CHECK(result > 0);
  if (*(int*)depth != 0) result = eat(*(int*)depth, (const char*)&result);
  return result == 1 ? depth : NULL;
}

static void run_on_thread(int depth, size_t stack_bytes) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stack_bytes);
  pthread_t thread;
  CHECK_EQ(pthread_create(&thread, &attributes, run, &depth), 0);
  pthread_join(thread, NULL);
  pthread_attr_destroy(&attributes);
}

int main(void) {
  const struct rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  run_on_thread(0, 256 << 10);
  check_finish();
  fflush(stdout);
  run_on_thread(1 << 28, 1 << 20);
  return 1;
}
