// SPDX-License-Identifier: Apache-2.0
//
// Children made in the middle of the runtime's start, in which this program is a slow tool: of another thread's
// start, whose end fork(2) waits for, so that the child does not begin it anew; of the thread's own start, which does
// not wait for itself; and of a start, with a region and its threads, that another thread comes to while fork(2) is
// under way.
//
// test: THREADS 2 FLAGS -rdynamic
// test: NOT_SANITIZED 'the thread sanitizer does not support new threads in the child of a process with threads'
// test: NOT_STOCK gcc 'libgomp 12 knows no tools' clang "of libomp 19's children one hangs now and then"
#include <omp.h>
#include <pthread.h>

#include "../process.h"
#include "../region.h"
#include "check.h"

static int n_starts, forks_in_start;

static void nothing(void) {}

void* ompt_start_tool(unsigned version, const char* runtime);
void* ompt_start_tool(unsigned version, const char* runtime) {
  (void)version, (void)runtime;
  __atomic_fetch_add(&n_starts, 1, __ATOMIC_RELEASE);
  if (forks_in_start && status_of_child(nothing) != 0) _exit(4);
  usleep(100000);
  return NULL;
}

static void child(void) {
  use_region(NULL);
  if (check_failures != 0) _exit(1);
  if (n_starts != 1) _exit(5);
}

// In a process that has not used OpenMP.
static void fork_in_start_of_another(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, use_region, NULL) != 0) _exit(3);
  while (__atomic_load_n(&n_starts, __ATOMIC_ACQUIRE) == 0) usleep(100);
  const int status = status_of_child(child);
  pthread_join(thread, NULL);
  if (status != 0) _exit(2);
  child();
}

static void fork_in_own_start(void) {
  forks_in_start = 1;
  child();
  if (status_of_child(child) != 0) _exit(2);
}

static int begins_in_fork;

// A handler of the program runs before those of the library, which it is linked with.
static void before_fork(void) {
  if (!begins_in_fork) return;
  begins_in_fork = 0;
  pthread_t thread;
  if (pthread_create(&thread, NULL, use_region, NULL) != 0) _exit(3);
  pthread_join(thread, NULL);
}

static void start_in_fork(void) {
  if (pthread_atfork(before_fork, NULL, NULL) != 0) _exit(3);
  begins_in_fork = 1;
  if (status_of_child(child) != 0) _exit(2);
  child();
}

int main(void) {
  CHECK_EQ(status_of_child(fork_in_start_of_another), 0);
  CHECK_EQ(status_of_child(fork_in_own_start), 0);
  CHECK_EQ(status_of_child(start_in_fork), 0);
  return check_finish();
}
