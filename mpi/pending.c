// SPDX-License-Identifier: Apache-2.0
//
// Tasks put their operations into a list under a lock. The poll function, which one thread at a time executes, takes
// the whole list and looks at what it has taken before: requests (requests.c), and operations that tell themselves
// whether they are over.
#include "pending.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "requests.h"

// The oldest first. Written by tasks, under the lock; emptied by the poll function.
static pthread_mutex_t submitted_lock = PTHREAD_MUTEX_INITIALIZER;
static struct operation* submitted;
static struct operation** submitted_end = &submitted;

static rondo_poll* service;

// The poll function's: operations that have look(), those first whose turn is next.
static struct {
  struct operation* first;
  struct operation** end;
  int n;
} others = {NULL, &others.first, 0};

enum { kOthersAtOnce = 16 };  // so many are looked at each time

static void add_to_others(struct operation* operation) {
  operation->next = NULL;
  *others.end = operation;
  others.end = &operation->next;
  others.n++;
}

static int look_at_others(int64_t elapsed_ns) {
  enum { kLook_ns = 500 };  // of one that makes MPI look at the network
  int n_over = 0;
  for (int n = affordable(elapsed_ns, kLook_ns, kOthersAtOnce, others.n); n > 0; n--) {
    struct operation* operation = others.first;
    others.first = operation->next;
    if (others.first == NULL) others.end = &others.first;
    others.n--;
    if (!operation->look(operation)) {
      add_to_others(operation);
      continue;
    }
    operation->over(operation);
    n_over++;
  }
  return n_over;
}

// True: it is over already.
static bool take(struct operation* operation) {
  if (operation->look == NULL) return take_requests(operation);
  add_to_others(operation);
  return false;
}

// A look that takes all that is pending needs no clock.
static int64_t since_last_look_ns(void) {
  static int64_t last_ns;
  if (!are_requests_many() && others.n <= kOthersAtOnce) return 0;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  const int64_t before_ns = last_ns;
  last_ns = now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
  return last_ns - before_ns;
}

static int look(void* unused) {
  (void)unused;
  pthread_mutex_lock(&submitted_lock);
  struct operation* operation = submitted;
  submitted = NULL;
  submitted_end = &submitted;
  pthread_mutex_unlock(&submitted_lock);
  int n_over = 0;
  while (operation != NULL) {
    struct operation* next = operation->next;
    if (take(operation)) {
      operation->over(operation);
      n_over++;
    }
    operation = next;
  }
  const int64_t elapsed_ns = since_last_look_ns();
  n_over += test_requests(elapsed_ns);
  return n_over + look_at_others(elapsed_ns);
}

bool begin_polling(void) {
  if (&rondo_poll_register == NULL || &rondo_enable_blocking == NULL) return false;
  service = rondo_poll_register(look, NULL);
  if (service == NULL) return false;
  rondo_enable_blocking();
  return true;
}

void end_polling(void) {
  rondo_poll_unregister(service);
  service = NULL;
}

void submit(struct operation* operation) {
  rondo_poll_expect(service, 1);
  operation->next = NULL;
  pthread_mutex_lock(&submitted_lock);
  *submitted_end = operation;
  submitted_end = &operation->next;
  pthread_mutex_unlock(&submitted_lock);
}

static void unblock(struct operation* operation) { rondo_task_unblock(&operation->wait); }

void wait_for(struct operation* operation) {
  operation->over = unblock;
  operation->wait = (rondo_suspension)RONDO_SUSPENSION_INIT;
  submit(operation);
  rondo_task_block(&operation->wait);
}
