/* SPDX-License-Identifier: Apache-2.0
 *
 * A thread that looks at the requests of detached tasks: detach.h.
 */
#include "mpi/detach.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include "common/measure.h"

enum { kMost = 4096 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static MPI_Request requests[kMost];
static omp_event_handle_t events[kMost];
static MPI_Status statuses[kMost]; /* nobody reads them; gcc takes MPI_STATUSES_IGNORE of MPICH for an array */
static int n; /* under the lock */
static atomic_bool is_ending;
static pthread_t thread;

/* True: something was complete. */
static int look(void) {
  int completed[kMost];
  omp_event_handle_t fulfilled[kMost];
  int n_completed = 0, n_fulfilled = 0;
  pthread_mutex_lock(&lock);
  if (n > 0) MPI_Testsome(n, requests, &n_completed, completed, statuses);
  for (int k = 0; k < n_completed; k++) fulfilled[n_fulfilled++] = events[completed[k]];
  if (n_fulfilled > 0) {
    int left = 0;
    for (int i = 0; i < n; i++) {
      if (requests[i] == MPI_REQUEST_NULL) continue;
      requests[left] = requests[i];
      events[left++] = events[i];
    }
    n = left;
  }
  pthread_mutex_unlock(&lock);
  for (int k = 0; k < n_fulfilled; k++) omp_fulfill_event(fulfilled[k]);
  return n_fulfilled;
}

static void* watch(void* unused) {
  (void)unused;
  while (!atomic_load(&is_ending))
    if (!look()) sched_yield();
  return NULL;
}

void detach_begin(void) {
  atomic_store(&is_ending, 0);
  if (pthread_create(&thread, NULL, watch, NULL)) measure_fail("no thread that looks at requests");
}

void detach_end(void) {
  atomic_store(&is_ending, 1);
  pthread_join(thread, NULL);
}

void detach_until(MPI_Request request, omp_event_handle_t event) {
  int is_over = 0;
  MPI_Test(&request, &is_over, MPI_STATUS_IGNORE);
  if (is_over) {
    omp_fulfill_event(event);
    return;
  }
  pthread_mutex_lock(&lock);
  if (n == kMost) measure_fail("more than %d requests at once", kMost);
  requests[n] = request;
  events[n++] = event;
  pthread_mutex_unlock(&lock);
}
