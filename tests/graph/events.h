// SPDX-License-Identifier: Apache-2.0
//
// A device for tests with events: a thread that knows nothing of OpenMP (as an I/O library's would), to which
// operations are submitted, and which fulfils their events some time later.
#ifndef RONDO_TESTS_EVENTS_H
#define RONDO_TESTS_EVENTS_H

#include <pthread.h>
#include <sched.h>

#include "graph_check.h"

enum { kQueue = 256 };

typedef struct {
  omp_event_handle_t event;
  void* held; /* in place of an event: what rondo_task_hold() has returned */
  int* target; /* gets `value` before the event is fulfilled */
  int value;
} operation;

static struct {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  operation operations[kQueue];
  unsigned n_submitted, n_done;
  int is_over;
  pthread_t thread;
} device = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static void* run_device(void* unused) {
  (void)unused;
  pthread_mutex_lock(&device.lock);
  for (;;) {
    while (device.n_submitted == device.n_done && !device.is_over) pthread_cond_wait(&device.changed, &device.lock);
    if (device.n_submitted == device.n_done) break;
    const operation next = device.operations[device.n_done++ % kQueue];
    pthread_mutex_unlock(&device.lock);
    for (unsigned i = 0; i < next.value * 7u % 5; i++) sched_yield(); /* at once, or when the team has nothing else */
    *next.target = next.value;
    next.held != NULL ? rondo_task_release(next.held) : omp_fulfill_event(next.event);
    pthread_mutex_lock(&device.lock);
    pthread_cond_broadcast(&device.changed);
  }
  pthread_mutex_unlock(&device.lock);
  return NULL;
}

static void submit_operation(operation operation) {
  pthread_mutex_lock(&device.lock);
  while (device.n_submitted - device.n_done == kQueue) pthread_cond_wait(&device.changed, &device.lock);
  device.operations[device.n_submitted++ % kQueue] = operation;
  pthread_cond_broadcast(&device.changed);
  pthread_mutex_unlock(&device.lock);
}

/* *target = value, and then the event. */
__attribute__((unused)) static void submit(int* target, int value, omp_event_handle_t event) {
  submit_operation((operation){.event = event, .target = target, .value = value});
}

static void open_device(void) { pthread_create(&device.thread, NULL, run_device, NULL); }

static void close_device(void) {
  pthread_mutex_lock(&device.lock);
  device.is_over = 1;
  pthread_cond_broadcast(&device.changed);
  pthread_mutex_unlock(&device.lock);
  pthread_join(device.thread, NULL);
}

#endif
