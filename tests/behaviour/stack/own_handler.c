// SPDX-License-Identifier: Apache-2.0
//
// A program's own handler for SIGSEGV and its own alternate stack stay in use, installed before or after the first
// region, and may be gone when a thread ends; without one, a wild pointer and a signal that was sent end the process
// by SIGSEGV, without a word.
//
// test: THREADS 2 NOT_SANITIZED 'the sanitizers handle SIGSEGV themselves'
#include <omp.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>

#include "../process.h"
#include "check.h"

static void leave(int signal) {
  (void)signal;
  _exit(21);
}

static void region(void) {
#pragma omp parallel num_threads(2)
  spin_for(10);
}

static volatile int* nowhere;

static void early(void) {
  static char stack[65536];
  const stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&alternate, NULL);
  signal(SIGSEGV, leave);
  region();
  stack_t now;
  sigaltstack(NULL, &now);
  if (now.ss_sp != stack) _exit(1);
  *nowhere = 1;
}

static void late(void) {
  region();
  signal(SIGSEGV, leave);
  *nowhere = 1;
}

static void wild(void) {
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) *nowhere = 1;
}

static void sent(void) {
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) raise(SIGSEGV);
}

/* A thread that takes its alternate stack away before it ends. */
static void* with_passing_stack(void* unused) {
  const size_t bytes = 65536;
  void* stack = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  const stack_t alternate = {.ss_sp = stack, .ss_size = bytes};
  sigaltstack(&alternate, NULL);
  region();
  munmap(stack, bytes);
  return unused;
}

/* One that has the runtime's replaced by its own. */
static void* with_later_stack(void* unused) {
  region();
  return with_passing_stack(unused);
}

static void passing(void) {
  for (int i = 0; i < 2; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, i == 0 ? with_passing_stack : with_later_stack, NULL);
    pthread_join(thread, NULL);
  }
  _exit(21);
}

static int is_left(int status) { return WIFEXITED(status) && WEXITSTATUS(status) == 21; }
static int is_segv(int status) { return WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV; }

int main(void) {
  const struct rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  CHECK(is_left(status_of_child(early)));
  CHECK(is_left(status_of_child(late)));
  CHECK(is_left(status_of_child(passing)));
  CHECK(is_segv(status_of_child(wild)));
  CHECK(is_segv(status_of_child(sent)));
  return check_finish();
}
