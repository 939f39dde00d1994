// SPDX-License-Identifier: Apache-2.0
//
// The event of a detachable task is fulfilled by a thread of the program, but only after many seconds. In check mode
// the wait is found to be hopeless meanwhile, and said to be; it ends all the same when the event comes.
#include <omp.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "check.h"

static omp_event_handle_t event;
static int is_there;
static unsigned late_seconds = 9;

static void* fulfil(void* unused) {
  while (!__atomic_load_n(&is_there, __ATOMIC_ACQUIRE)) usleep(1000);
  sleep(late_seconds);
  omp_fulfill_event(event);
  return unused;
}

int main(int n_arguments, char** arguments) {
  if (n_arguments > 1) late_seconds = (unsigned)atoi(arguments[1]);
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
