/* SPDX-License-Identifier: Apache-2.0
 *
 * A layer between MPI and whatever calls it, that stands for a real network. A message carries the time at which it
 * was sent (ranks of one machine have one clock); it is complete at its receiver at that time plus the latency, or when
 * the receiver looks, if that is later. A receiver that comes late waits for nothing. A collective operation is
 * complete when the last rank has entered it and log2(ranks) messages could have followed each other. Sends are
 * complete as in MPI, when the buffer may be used again.
 *
 * It defines MPI's functions and their PMPI_ names, and stands behind librondo-mpi and before MPI in the order in which
 * the dynamic linker looks: so it sees librondo-mpi's calls as well as those of a program that runs without. What the
 * programs of this folder do not use is MPI's own, and is not delayed. Data is contiguous.
 *
 * What is not complete is a generalized request. Each function that tests or waits looks first at all of them.
 */
#include "mpi/network.h"

#include <dlfcn.h>
#include <mpi.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* MPI's own functions: X(name). */
// clang-format off
#define OWN_FUNCTIONS(X)                                                                                          \
  X(Isend) X(Irecv) X(Send) X(Recv) X(Sendrecv) X(Iallgather) X(Allgather) X(Iallreduce) X(Allreduce) X(Ibarrier) \
  X(Barrier) X(Test) X(Testall) X(Testany) X(Testsome) X(Wait) X(Waitall) X(Waitany) X(Waitsome)
// clang-format on
#define DECLARE(name) static __typeof__(&PMPI_##name) own_##name;
OWN_FUNCTIONS(DECLARE)

/* The definition that follows has MPI's name, too. */
#define BOTH_NAMES(name) __typeof__(PMPI_##name) MPI_##name __attribute__((alias("PMPI_" #name)));

typedef struct transfer {
  MPI_Request inner[2]; /* MPI_REQUEST_NULL when it is complete */
  int n_left;           /* of them */
  MPI_Request outer;
  MPI_Status status;
  int64_t sent_ns; /* of a collective: when this rank has entered it, */
  int64_t latest_ns; /* and the last one */
  int hops;
  void* buffer; /* of the receiver; NULL: nothing is to be copied */
  struct packet* packet;
  struct transfer* next;
} transfer;

/* What travels. */
typedef struct packet {
  int64_t sent_ns;
  char data[];
} packet;

static int64_t latency_ns = -1; /* nothing is delayed */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static transfer* pending; /* the newest first; under the lock, as what follows */
static struct {
  MPI_Request* requests;
  transfer** transfers;
  int* completed;
  MPI_Status* statuses;
  int capacity;
} tested;

static void* need(void* memory) {
  if (memory != NULL) return memory;
  fputs("network: no memory\n", stderr);
  abort();
}

static int64_t now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

__attribute__((constructor)) static void find_own_functions(void) {
#define FIND(name) *(void**)&own_##name = need(dlsym(RTLD_NEXT, "PMPI_" #name));
  OWN_FUNCTIONS(FIND)
}

void network_set_latency(long long ns) { latency_ns = ns; }

/* ---- Completion ------------------------------------------------------------------------------------------------- */

static int query(void* extra, MPI_Status* status) {
  const transfer* what = extra;
  int n_bytes = 0;
  if (what->buffer != NULL) {
    PMPI_Get_count(&what->status, MPI_BYTE, &n_bytes);
    n_bytes -= (int)sizeof(packet);
  }
  status->MPI_SOURCE = what->status.MPI_SOURCE;
  status->MPI_TAG = what->status.MPI_TAG;
  status->MPI_ERROR = MPI_SUCCESS;
  PMPI_Status_set_elements(status, MPI_BYTE, n_bytes);
  PMPI_Status_set_cancelled(status, 0);
  return MPI_SUCCESS;
}

static int release(void* extra) {
  transfer* what = extra;
  free(what->packet);
  free(what);
  return MPI_SUCCESS;
}

static int cancel(void* extra, int complete) {
  (void)extra;
  (void)complete;
  return MPI_ERR_OTHER;
}

/* The transfer is known by its outer request, and complete when progress() says so. */
static int begin(transfer* what, MPI_Request* request) {
  const int result = PMPI_Grequest_start(query, release, cancel, what, &what->outer);
  *request = what->outer;
  pthread_mutex_lock(&lock);
  what->next = pending;
  pending = what;
  pthread_mutex_unlock(&lock);
  return result;
}

static void* grow(void* array, size_t bytes) { return need(realloc(array, bytes)); }

static void make_room(int n) {
  if (n <= tested.capacity) return;
  tested.capacity = 2 * n + 16;
  const size_t room = (size_t)tested.capacity;
  tested.requests = grow(tested.requests, room * sizeof *tested.requests);
  tested.transfers = grow(tested.transfers, room * sizeof *tested.transfers);
  tested.completed = grow(tested.completed, room * sizeof *tested.completed);
  tested.statuses = grow(tested.statuses, room * sizeof *tested.statuses);
}

/* Asks MPI for all requests at once. */
static void test_inner(void) {
  int n = 0;
  for (transfer* what = pending; what != NULL; what = what->next)
    for (int k = 0; k < 2; k++) {
      make_room(n + 1);
      tested.requests[n] = what->inner[k]; /* null ones are ignored */
      tested.transfers[n++] = what;
    }
  int n_completed = 0;
  if (n == 0) return;
  own_Testsome(n, tested.requests, &n_completed, tested.completed, tested.statuses);
  for (int c = 0; c < n_completed; c++) { /* MPI_UNDEFINED is negative */
    const int i = tested.completed[c];
    transfer* what = tested.transfers[i];
    what->inner[i % 2] = MPI_REQUEST_NULL;
    what->n_left--;
    if (what->buffer != NULL) what->status = tested.statuses[c];
  }
}

static bool is_complete(transfer* what) {
  if (what->n_left > 0) return false;
  if (what->hops == 0) return true;
  const int64_t sent_ns = what->buffer != NULL ? what->packet->sent_ns : what->latest_ns;
  return now_ns() >= sent_ns + what->hops * latency_ns;
}

static void complete(transfer* what) {
  if (what->buffer != NULL) {
    int n_bytes = 0;
    PMPI_Get_count(&what->status, MPI_BYTE, &n_bytes);
    memcpy(what->buffer, what->packet->data, (size_t)n_bytes - sizeof(packet));
  }
  PMPI_Grequest_complete(what->outer);
}

/* One thread at a time. */
static void progress(void) {
  if (latency_ns < 0 || pthread_mutex_trylock(&lock) != 0) return;
  test_inner();
  for (transfer** link = &pending; *link != NULL;) {
    transfer* what = *link;
    if (!is_complete(what)) {
      link = &what->next;
      continue;
    }
    *link = what->next;
    complete(what);
  }
  pthread_mutex_unlock(&lock);
}

/* ---- Messages --------------------------------------------------------------------------------------------------- */

static size_t bytes_of(int n, MPI_Datatype type) {
  int size = 0;
  MPI_Aint low = 0, extent = 0;
  PMPI_Type_size(type, &size);
  PMPI_Type_get_extent(type, &low, &extent);
  if (low == 0 && extent == size) return (size_t)n * (size_t)size;
  fputs("network: data is not contiguous; run without --latency\n", stderr);
  abort();
}

static transfer* make(int hops) {
  transfer* made = need(malloc(sizeof *made));
  *made = (transfer){.inner = {MPI_REQUEST_NULL, MPI_REQUEST_NULL}, .n_left = 1, .hops = hops};
  made->status.MPI_SOURCE = MPI_ANY_SOURCE;
  made->status.MPI_TAG = MPI_ANY_TAG;
  return made;
}

int PMPI_Isend(const void* buffer, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request* request) {
  if (latency_ns < 0) return own_Isend(buffer, n, type, to, tag, comm, request);
  const size_t n_bytes = bytes_of(n, type);
  transfer* what = make(0);
  what->packet = need(malloc(sizeof(packet) + n_bytes));
  memcpy(what->packet->data, buffer, n_bytes);
  what->packet->sent_ns = now_ns();
  int result = own_Isend(what->packet, (int)(sizeof(packet) + n_bytes), MPI_BYTE, to, tag, comm, &what->inner[0]);
  int is_over = 0;
  if (result == MPI_SUCCESS) result = own_Test(&what->inner[0], &is_over, MPI_STATUS_IGNORE);
  if (!is_over && result == MPI_SUCCESS) return begin(what, request);
  *request = MPI_REQUEST_NULL; /* short messages are gone at once */
  release(what);
  return result;
}
BOTH_NAMES(Isend)

int PMPI_Irecv(void* buffer, int n, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Request* request) {
  if (latency_ns < 0) return own_Irecv(buffer, n, type, from, tag, comm, request);
  const size_t n_bytes = bytes_of(n, type);
  transfer* what = make(1);
  what->packet = need(malloc(sizeof(packet) + n_bytes));
  what->buffer = buffer;
  const int result =
      own_Irecv(what->packet, (int)(sizeof(packet) + n_bytes), MPI_BYTE, from, tag, comm, &what->inner[0]);
  return result == MPI_SUCCESS ? begin(what, request) : result;
}
BOTH_NAMES(Irecv)

/* ---- Collective operations -------------------------------------------------------------------------------------- */

/* The collective operation itself is what->inner[0]. The second one finds out when the last rank has entered. */
static int begin_collective(int result, transfer* what, MPI_Comm comm, MPI_Request* request) {
  if (result != MPI_SUCCESS) return result;
  int n_ranks = 1;
  PMPI_Comm_size(comm, &n_ranks);
  while (1 << what->hops < n_ranks) what->hops++;
  what->n_left = 2;
  what->sent_ns = now_ns();
  own_Iallreduce(&what->sent_ns, &what->latest_ns, 1, MPI_INT64_T, MPI_MAX, comm, &what->inner[1]);
  return begin(what, request);
}

int PMPI_Iallgather(const void* sent, int n_sent, MPI_Datatype sent_type, void* received, int n_received,
                    MPI_Datatype received_type, MPI_Comm comm, MPI_Request* request) {
  if (latency_ns < 0)
    return own_Iallgather(sent, n_sent, sent_type, received, n_received, received_type, comm, request);
  transfer* what = make(0);
  return begin_collective(
      own_Iallgather(sent, n_sent, sent_type, received, n_received, received_type, comm, &what->inner[0]), what, comm,
      request);
}
BOTH_NAMES(Iallgather)

int PMPI_Iallreduce(const void* sent, void* received, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                    MPI_Request* request) {
  if (latency_ns < 0) return own_Iallreduce(sent, received, n, type, op, comm, request);
  transfer* what = make(0);
  return begin_collective(own_Iallreduce(sent, received, n, type, op, comm, &what->inner[0]), what, comm, request);
}
BOTH_NAMES(Iallreduce)

int PMPI_Ibarrier(MPI_Comm comm, MPI_Request* request) {
  if (latency_ns < 0) return own_Ibarrier(comm, request);
  transfer* what = make(0);
  return begin_collective(own_Ibarrier(comm, &what->inner[0]), what, comm, request);
}
BOTH_NAMES(Ibarrier)

/* ---- Tests and waits -------------------------------------------------------------------------------------------- */

int PMPI_Test(MPI_Request* request, int* is_over, MPI_Status* status) {
  progress();
  return own_Test(request, is_over, status);
}
BOTH_NAMES(Test)

int PMPI_Testall(int n, MPI_Request requests[], int* is_over, MPI_Status statuses[]) {
  progress();
  return own_Testall(n, requests, is_over, statuses);
}
BOTH_NAMES(Testall)

int PMPI_Testany(int n, MPI_Request requests[], int* index, int* is_over, MPI_Status* status) {
  progress();
  return own_Testany(n, requests, index, is_over, status);
}
BOTH_NAMES(Testany)

int PMPI_Testsome(int n, MPI_Request requests[], int* n_completed, int completed[], MPI_Status statuses[]) {
  progress();
  return own_Testsome(n, requests, n_completed, completed, statuses);
}
BOTH_NAMES(Testsome)

/* A wait looks again and again, and gives way between: there may be more ranks than processors. */
#define UNTIL(condition, test)                             \
  for (;;) {                                               \
    const int result = test;                               \
    if (result != MPI_SUCCESS || condition) return result; \
    sched_yield();                                         \
  }

int PMPI_Wait(MPI_Request* request, MPI_Status* status) {
  if (latency_ns < 0) return own_Wait(request, status);
  int is_over = 0;
  UNTIL(is_over, PMPI_Test(request, &is_over, status))
}
BOTH_NAMES(Wait)

int PMPI_Waitall(int n, MPI_Request requests[], MPI_Status statuses[]) {
  if (latency_ns < 0) return own_Waitall(n, requests, statuses);
  int is_over = 0;
  UNTIL(is_over, PMPI_Testall(n, requests, &is_over, statuses))
}
BOTH_NAMES(Waitall)

int PMPI_Waitany(int n, MPI_Request requests[], int* index, MPI_Status* status) {
  if (latency_ns < 0) return own_Waitany(n, requests, index, status);
  int is_over = 0;
  UNTIL(is_over, PMPI_Testany(n, requests, index, &is_over, status))
}
BOTH_NAMES(Waitany)

int PMPI_Waitsome(int n, MPI_Request requests[], int* n_completed, int completed[], MPI_Status statuses[]) {
  if (latency_ns < 0) return own_Waitsome(n, requests, n_completed, completed, statuses);
  UNTIL(*n_completed != 0, PMPI_Testsome(n, requests, n_completed, completed, statuses))
}
BOTH_NAMES(Waitsome)

/* ---- Blocking operations ---------------------------------------------------------------------------------------- */

static int wait_after(int result, MPI_Request* request, MPI_Status* status) {
  return result == MPI_SUCCESS ? PMPI_Wait(request, status) : result;
}

int PMPI_Send(const void* buffer, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  if (latency_ns < 0) return own_Send(buffer, n, type, to, tag, comm);
  MPI_Request request;
  return wait_after(PMPI_Isend(buffer, n, type, to, tag, comm, &request), &request, MPI_STATUS_IGNORE);
}
BOTH_NAMES(Send)

int PMPI_Recv(void* buffer, int n, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status* status) {
  if (latency_ns < 0) return own_Recv(buffer, n, type, from, tag, comm, status);
  MPI_Request request;
  return wait_after(PMPI_Irecv(buffer, n, type, from, tag, comm, &request), &request, status);
}
BOTH_NAMES(Recv)

int PMPI_Sendrecv(const void* sent, int n_sent, MPI_Datatype sent_type, int to, int sent_tag, void* received,
                  int n_received, MPI_Datatype received_type, int from, int received_tag, MPI_Comm comm,
                  MPI_Status* status) {
  if (latency_ns < 0)
    return own_Sendrecv(sent, n_sent, sent_type, to, sent_tag, received, n_received, received_type, from, received_tag,
                        comm, status);
  MPI_Request receive, send;
  int result = PMPI_Irecv(received, n_received, received_type, from, received_tag, comm, &receive);
  if (result != MPI_SUCCESS) return result;
  result = wait_after(PMPI_Isend(sent, n_sent, sent_type, to, sent_tag, comm, &send), &send, MPI_STATUS_IGNORE);
  return wait_after(result, &receive, status);
}
BOTH_NAMES(Sendrecv)

int PMPI_Allgather(const void* sent, int n_sent, MPI_Datatype sent_type, void* received, int n_received,
                   MPI_Datatype received_type, MPI_Comm comm) {
  MPI_Request request;
  if (latency_ns < 0) return own_Allgather(sent, n_sent, sent_type, received, n_received, received_type, comm);
  return wait_after(PMPI_Iallgather(sent, n_sent, sent_type, received, n_received, received_type, comm, &request),
                    &request, MPI_STATUS_IGNORE);
}
BOTH_NAMES(Allgather)

int PMPI_Allreduce(const void* sent, void* received, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  MPI_Request request;
  if (latency_ns < 0) return own_Allreduce(sent, received, n, type, op, comm);
  return wait_after(PMPI_Iallreduce(sent, received, n, type, op, comm, &request), &request, MPI_STATUS_IGNORE);
}
BOTH_NAMES(Allreduce)

int PMPI_Barrier(MPI_Comm comm) {
  MPI_Request request;
  if (latency_ns < 0) return own_Barrier(comm);
  return wait_after(PMPI_Ibarrier(comm, &request), &request, MPI_STATUS_IGNORE);
}
BOTH_NAMES(Barrier)
