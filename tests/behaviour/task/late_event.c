// SPDX-License-Identifier: Apache-2.0
//
// The event of a detachable task is fulfilled by a thread of the program, but only after many seconds. In check mode
// the wait is found to be hopeless meanwhile, and said to be; it ends all the same when the event comes. Where
// standard error is a file, the event comes once something has been said, and after a minute at the latest.
//
// test: THREADS 4 ENV RONDO_CHECK=graph STOCK_ARGS 1
// test: STDERR 'check: thread [0-3] waits for 1 unfinished task, .* all 4 threads of its team have slept'
#include <omp.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"

static omp_event_handle_t event;
static int is_there;
static int late_seconds = 60;

static int something_is_said(void) {
  struct stat of_errors;
  return fstat(STDERR_FILENO, &of_errors) == 0 && of_errors.st_size > 0;
}

static void* fulfil(void* unused) {
  while (!__atomic_load_n(&is_there, __ATOMIC_ACQUIRE)) usleep(1000);
  for (int tenth = 0; tenth < 10 * late_seconds && !something_is_said(); tenth++) usleep(100000);
  omp_fulfill_event(event);
  return unused;
}

int main(int n_arguments, char** arguments) {
  if (n_arguments > 1) late_seconds = atoi(arguments[1]);
  pthread_t thread;
  pthread_create(&thread, NULL, fulfil, NULL);
  int has_run = 0;
#pragma omp parallel
#pragma omp single
  {
    omp_event_handle_t handle;
#pragma omp task detach(handle) shared(has_run)
    {
      has_run = 1;
      event = handle;
      __atomic_store_n(&is_there, 1, __ATOMIC_RELEASE);
    }
#pragma omp taskwait
    CHECK_EQ(has_run, 1);
  }
  pthread_join(thread, NULL);
  return check_finish();
}
