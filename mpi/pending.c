// SPDX-License-Identifier: Apache-2.0
//
// Tasks put their operations into a list under a lock. The poll function, which one thread at a time executes, takes
// the whole list and looks at what it has taken before: all requests by one MPI_Testsome(), since each test of a
// request that is not complete makes MPI look at the network.
#include "pending.h"

#include <pthread.h>
#include <stdlib.h>

// Written by tasks, under the lock; emptied by the poll function.
static pthread_mutex_t submitted_lock = PTHREAD_MUTEX_INITIALIZER;
static struct operation* submitted;

static rondo_poll* service;

// The poll function's: requests that are not complete, whose operations they are, and which one of its requests each
// is. The arrays have room for `capacity`.
static struct {
  MPI_Request* requests;
  struct operation** operations;
  int* positions;
  int* completed;  // what MPI_Testsome() says
  MPI_Status* statuses;
  int n, capacity;
  struct operation* looked_at;  // operations that have look()
} pending;

// Without memory for the addresses of what tasks wait for, nothing can go on.
static void* grow(void* array, size_t bytes) {
  void* larger = realloc(array, bytes);
  if (larger == NULL) abort();
  return larger;
}

static void make_room(int n_more) {
  if (pending.n + n_more <= pending.capacity) return;
  while (pending.capacity < pending.n + n_more) pending.capacity = 2 * pending.capacity + 64;
  const size_t n = (size_t)pending.capacity;
  pending.requests = grow(pending.requests, n * sizeof *pending.requests);
  pending.operations = grow(pending.operations, n * sizeof *pending.operations);
  pending.positions = grow(pending.positions, n * sizeof *pending.positions);
  pending.completed = grow(pending.completed, n * sizeof *pending.completed);
  pending.statuses = grow(pending.statuses, n * sizeof *pending.statuses);
}

// Null requests and persistent ones that have not been started are never among those that MPI_Testsome() tells of.
// True: so is this one, or it is complete.
static bool is_settled(struct operation* operation, int i) {
  if (operation->n_requests == 1) return false;  // whoever has submitted it has just tested it
  int is_over = 0;
  MPI_Status status;
  const int result = PMPI_Test(&operation->requests[i], &is_over, &status);
  if (result != MPI_SUCCESS) operation->result = result;
  if (is_over && operation->statuses != MPI_STATUSES_IGNORE) {
    status.MPI_ERROR = result == MPI_SUCCESS ? operation->statuses[i].MPI_ERROR : result;
    operation->statuses[i] = status;
  }
  return is_over || result != MPI_SUCCESS;
}

// True: it is over already.
static bool take(struct operation* operation) {
  if (operation->look != NULL) {
    operation->next = pending.looked_at;
    pending.looked_at = operation;
    return false;
  }
  make_room(operation->n_requests);
  operation->n_left = 0;
  for (int i = 0; i < operation->n_requests; i++) {
    if (is_settled(operation, i)) continue;
    operation->n_left++;
    pending.requests[pending.n] = operation->requests[i];
    pending.operations[pending.n] = operation;
    pending.positions[pending.n] = i;
    pending.n++;
  }
  return operation->n_left == 0;
}

// The last entry takes the place of one that is over.
static void remove_entry(int i) {
  pending.n--;
  pending.requests[i] = pending.requests[pending.n];
  pending.operations[i] = pending.operations[pending.n];
  pending.positions[i] = pending.positions[pending.n];
}

// True: this was the last request of its operation.
static bool complete(int entry, const MPI_Status* status, bool has_error) {
  struct operation* operation = pending.operations[entry];
  const int i = pending.positions[entry];
  operation->requests[i] = pending.requests[entry];
  if (operation->statuses != MPI_STATUSES_IGNORE) {
    const int error = operation->statuses[i].MPI_ERROR;
    operation->statuses[i] = *status;
    if (!has_error) operation->statuses[i].MPI_ERROR = error;
  }
  if (has_error && status->MPI_ERROR != MPI_SUCCESS) operation->result = status->MPI_ERROR;
  return --operation->n_left == 0;
}

static int descending(const void* a, const void* b) { return *(const int*)b - *(const int*)a; }

static int test_requests(void) {
  if (pending.n == 0) return 0;
  int n_completed = 0;
  const int result = PMPI_Testsome(pending.n, pending.requests, &n_completed, pending.completed, pending.statuses);
  if (n_completed == MPI_UNDEFINED || n_completed <= 0) return 0;
  const bool has_error = result == MPI_ERR_IN_STATUS;
  int n_over = 0;
  struct operation* over = NULL;
  for (int k = 0; k < n_completed; k++) {
    struct operation* operation = pending.operations[pending.completed[k]];
    if (!complete(pending.completed[k], &pending.statuses[k], has_error)) continue;
    operation->next = over;
    over = operation;
    n_over++;
  }
  // From behind, so that what takes the place of an entry is none that is to be removed.
  qsort(pending.completed, (size_t)n_completed, sizeof *pending.completed, descending);
  for (int k = 0; k < n_completed; k++) remove_entry(pending.completed[k]);
  while (over != NULL) {
    struct operation* operation = over;
    over = operation->next;
    operation->over(operation);
  }
  return n_over;
}

static int look_at_others(void) {
  int n_over = 0;
  for (struct operation** link = &pending.looked_at; *link != NULL;) {
    struct operation* operation = *link;
    if (!operation->look(operation)) {
      link = &operation->next;
      continue;
    }
    *link = operation->next;
    operation->over(operation);
    n_over++;
  }
  return n_over;
}

static int look(void* unused) {
  (void)unused;
  pthread_mutex_lock(&submitted_lock);
  struct operation* operation = submitted;
  submitted = NULL;
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
  return n_over + test_requests() + look_at_others();
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
  pthread_mutex_lock(&submitted_lock);
  operation->next = submitted;
  submitted = operation;
  pthread_mutex_unlock(&submitted_lock);
}

static void unblock(struct operation* operation) { rondo_task_unblock(&operation->wait); }

void wait_for(struct operation* operation) {
  operation->over = unblock;
  operation->wait = (rondo_suspension)RONDO_SUSPENSION_INIT;
  submit(operation);
  rondo_task_block(&operation->wait);
}
