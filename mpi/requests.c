// SPDX-License-Identifier: Apache-2.0
//
// One MPI_Testsome() tests many requests, because each call makes MPI look at the network. Where there are
// more than a look should take, it tests the oldest, the newest, and those between in turns: README.md, "Looks".
#include "requests.h"

#include <stdlib.h>
#include <string.h>

// By age, as far as order is kept: requests, whose operations they are, and which one of its requests each is. They
// stand at [first, end); the arrays have room for `capacity`.
static struct {
  MPI_Request* requests;
  struct operation** operations;  // NULL: complete, and about to be removed
  int* positions;
  int first, end, capacity;
  int next;  // where the next look goes on between the oldest and the newest
} pending;

// The requests of one look, if they stand in several places, and what MPI_Testsome() says.
static struct {
  MPI_Request* requests;
  int* completed;
  MPI_Status* statuses;
  int capacity;
} tested;

enum {
  kAllAtOnce = 192,  // so many are tested in each look
  kOfEach = 64,      // if there are more: of the oldest, of the newest, and at least of the others
};

// Without memory for the addresses of what tasks wait for, nothing can go on.
static void* grow(void* array, size_t bytes) {
  void* larger = realloc(array, bytes);
  if (larger == NULL) abort();
  return larger;
}

static int n_pending(void) { return pending.end - pending.first; }

static void move(int from, int to, int n) {
  memmove(pending.requests + to, pending.requests + from, (size_t)n * sizeof *pending.requests);
  memmove(pending.operations + to, pending.operations + from, (size_t)n * sizeof *pending.operations);
  memmove(pending.positions + to, pending.positions + from, (size_t)n * sizeof *pending.positions);
}

static void make_room(int n_more) {
  if (pending.end + n_more <= pending.capacity) return;
  if (pending.first > n_pending()) {
    move(pending.first, 0, n_pending());
    pending.next -= pending.first;
    pending.end = n_pending();
    pending.first = 0;
  }
  if (pending.end + n_more <= pending.capacity) return;
  while (pending.capacity < pending.end + n_more) pending.capacity = 2 * pending.capacity + 64;
  const size_t n = (size_t)pending.capacity;
  pending.requests = grow(pending.requests, n * sizeof *pending.requests);
  pending.operations = grow(pending.operations, n * sizeof *pending.operations);
  pending.positions = grow(pending.positions, n * sizeof *pending.positions);
}

static void make_room_to_test(int n) {
  if (n <= tested.capacity) return;
  tested.capacity = 2 * n;
  const size_t room = (size_t)tested.capacity;
  tested.requests = grow(tested.requests, room * sizeof *tested.requests);
  tested.completed = grow(tested.completed, room * sizeof *tested.completed);
  tested.statuses = grow(tested.statuses, room * sizeof *tested.statuses);
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

bool take_requests(struct operation* operation) {
  make_room(operation->n_requests);
  operation->n_left = 0;
  for (int i = 0; i < operation->n_requests; i++) {
    if (is_settled(operation, i)) continue;
    operation->n_left++;
    pending.requests[pending.end] = operation->requests[i];
    pending.operations[pending.end] = operation;
    pending.positions[pending.end] = i;
    pending.end++;
  }
  return operation->n_left == 0;
}

// True: this was the last request of its operation.
static bool complete(int entry, MPI_Request request, const MPI_Status* status, bool has_error) {
  struct operation* operation = pending.operations[entry];
  pending.operations[entry] = NULL;
  const int i = pending.positions[entry];
  operation->requests[i] = request;
  if (operation->statuses != MPI_STATUSES_IGNORE) {
    const int error = operation->statuses[i].MPI_ERROR;
    operation->statuses[i] = *status;
    if (!has_error) operation->statuses[i].MPI_ERROR = error;
  }
  if (has_error && status->MPI_ERROR != MPI_SUCCESS) operation->result = status->MPI_ERROR;
  return --operation->n_left == 0;
}

// The entry is complete. An entry of the nearer end takes its place, so the others keep their order.
static void remove_entry(int i) {
  while (pending.first < pending.end && pending.operations[pending.first] == NULL) pending.first++;
  while (pending.first < pending.end && pending.operations[pending.end - 1] == NULL) pending.end--;
  if (n_pending() == 0) pending.first = pending.end = 0;
  if (i < pending.first || i >= pending.end) return;
  move(i - pending.first < pending.end - i ? pending.first++ : --pending.end, i, 1);
}

// Some of the pending requests.
struct range {
  int begin, end;
};

static int size(struct range range) { return range.end - range.begin; }

static int entry_of(const struct range* range, int i) {
  for (; i >= size(*range); range++) i -= size(*range);
  return range->begin + i;
}

static MPI_Request* gather(const struct range ranges[], int n_ranges) {
  if (n_ranges == 1) return pending.requests + ranges[0].begin;
  MPI_Request* to = tested.requests;
  for (int r = 0; r < n_ranges; to += size(ranges[r]), r++)
    memcpy(to, pending.requests + ranges[r].begin, (size_t)size(ranges[r]) * sizeof *to);
  return tested.requests;
}

// Tests the requests in `ranges` by one call. Returns how many of them were complete, and adds up whose
// operations are over.
static int test(const struct range ranges[], int n_ranges, int* n_over) {
  int n = 0;
  for (int r = 0; r < n_ranges; r++) n += size(ranges[r]);
  make_room_to_test(n);
  MPI_Request* const requests = gather(ranges, n_ranges);
  int n_completed = 0;
  const int result = PMPI_Testsome(n, requests, &n_completed, tested.completed, tested.statuses);
  if (n_completed == MPI_UNDEFINED || n_completed <= 0) return 0;
  const bool has_error = result == MPI_ERR_IN_STATUS;
  struct operation* over = NULL;
  for (int k = 0; k < n_completed; k++) {
    const int entry = entry_of(ranges, tested.completed[k]);
    struct operation* operation = pending.operations[entry];
    const bool is_over = complete(entry, requests[tested.completed[k]], &tested.statuses[k], has_error);
    tested.completed[k] = entry;
    if (!is_over) continue;
    operation->next = over;
    over = operation;
    ++*n_over;
  }
  for (int k = 0; k < n_completed; k++) remove_entry(tested.completed[k]);
  while (over != NULL) {
    struct operation* operation = over;
    over = operation->next;
    operation->over(operation);
  }
  return n_completed;
}

int affordable(int64_t elapsed_ns, int price_ns, int least, int most) {
  int64_t n = elapsed_ns / (8 * price_ns);
  if (n < least) n = least;
  return n < most ? (int)n : most;
}

// The oldest, the newest, and some between, in turns. True: so many were complete that it pays to go on.
static bool test_some(int64_t elapsed_ns, int* n_over) {
  enum { kTest_ns = 16 };  // of one request: docs/measurements/mpi.md
  const int begin = pending.first + kOfEach;
  const int end = pending.end - kOfEach;
  if (pending.next < begin || pending.next >= end) pending.next = begin;
  const int n = affordable(elapsed_ns, kTest_ns, kOfEach, end - pending.next);
  const struct range ranges[] = {{pending.first, begin}, {pending.next, pending.next + n}, {end, pending.end}};
  pending.next += n;
  return test(ranges, 3, n_over) >= kOfEach / 2;
}

bool are_requests_many(void) { return n_pending() > kAllAtOnce; }

// Behind many that are complete there may be more.
int test_requests(int64_t elapsed_ns) {
  int n_over = 0;
  while (are_requests_many()) {
    if (!test_some(elapsed_ns, &n_over)) return n_over;
    elapsed_ns = 0;
  }
  if (n_pending() > 0) (void)test(&(struct range){pending.first, pending.end}, 1, &n_over);
  return n_over;
}
