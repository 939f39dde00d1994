// SPDX-License-Identifier: Apache-2.0
//
// Outside of a region, by threads of the program that end without a wait for tasks: a task with an event runs, and so
// do the tasks behind it. Threads that come later wait for their own tasks, whatever the earlier ones have left.
//
// test: NOT_STOCK gcc 'libgomp 12 waits for the event before the creator goes on'
// test: NOT_STOCK clang 'libomp 19 waits for ever once a thread has left such a task'
#include <omp.h>
#include <pthread.h>
#include <unistd.h>

#include "check.h"

enum { kThreads = 20 };

static int n_bodies, n_behind;
static omp_event_handle_t left[kThreads];

static void* leave_without_wait(void* argument) {
  omp_event_handle_t event = (omp_event_handle_t)0, second = (omp_event_handle_t)0;
#pragma omp task detach(event)
  __atomic_add_fetch(&n_bodies, 1, __ATOMIC_RELAXED);
  omp_fulfill_event(event);
#pragma omp task
  __atomic_add_fetch(&n_behind, 1, __ATOMIC_RELAXED);
#pragma omp task detach(second)
  __atomic_add_fetch(&n_bodies, 1, __ATOMIC_RELAXED);
  *(omp_event_handle_t*)argument = second;
  return NULL;
}

static int is_fulfilled;

static void* fulfill_later(void* argument) {
  usleep(2000);
  __atomic_store_n(&is_fulfilled, 1, __ATOMIC_RELEASE);
  omp_fulfill_event(*(omp_event_handle_t*)argument);
  return NULL;
}

static void* wait_for_own(void* argument) {
  (void)argument;
  omp_event_handle_t event = (omp_event_handle_t)0;
  pthread_t thread;
  __atomic_store_n(&is_fulfilled, 0, __ATOMIC_RELEASE);
#pragma omp task detach(event)
  __atomic_add_fetch(&n_bodies, 1, __ATOMIC_RELAXED);
  pthread_create(&thread, NULL, fulfill_later, &event);
#pragma omp taskwait
  CHECK_EQ(__atomic_load_n(&is_fulfilled, __ATOMIC_ACQUIRE), 1);
  pthread_join(thread, NULL);
  return NULL;
}

int main(void) {
  for (int i = 0; i < kThreads; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, leave_without_wait, &left[i]);
    pthread_join(thread, NULL);
    CHECK_EQ(n_bodies, 3 * i + 2);
    CHECK_EQ(n_behind, i + 1);
    pthread_create(&thread, NULL, wait_for_own, NULL);
    pthread_join(thread, NULL);
  }
  for (int i = 0; i < kThreads; i++) omp_fulfill_event(left[i]);
  return check_finish();
}
