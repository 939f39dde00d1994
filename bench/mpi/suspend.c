/* SPDX-License-Identifier: Apache-2.0
 *
 * What it costs to wait in a task, many at once, in one rank: from the creation of the tasks to their end, with all of
 * them waiting between. `memory` is what the process gets resident for the first of them.
 */
#include <mpi.h>
#include <omp.h>
#include <rondo.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "common/measure.h"
#include "rondo_mpi.h"

typedef enum form { kBlock, kReceive, kBound, kLook, kNumForms } form;

static const measure_form kForms[kNumForms] = {
    [kBlock] = {"block", "tasks block, and are unblocked one after the other: no MPI"},
    [kReceive] = {"receive", "tasks receive a message of this rank, each a blocking call"},
    [kBound] = {"bound", "tasks begin to receive, and the requests are bound to them (RONDO_Iwait)"},
    [kLook] = {"look", "no tasks: one MPI_Testsome() over as many receives, of which none is complete"},
};

typedef struct run {
  long long n_tasks, repeat;
  rondo_suspension* waits;
  rondo_suspension all_wait; /* of the task that ends the waits */
  int* got;
} run;

static atomic_llong n_begun;

/* The last one to wait lets the task go on that ends the waits. */
static void begin(run* at) {
  if (atomic_fetch_add(&n_begun, 1) + 1 == at->n_tasks) rondo_task_unblock(&at->all_wait);
}

static void create(run* at, form way) {
  for (int i = 0; i < at->n_tasks; i++) {
    if (way == kBlock) {
#pragma omp task firstprivate(at, i)
      {
        begin(at);
        rondo_task_block(&at->waits[i]);
      }
    } else if (way == kReceive) {
#pragma omp task firstprivate(at, i)
      {
        begin(at);
        MPI_Recv(&at->got[i], 1, MPI_INT, 0, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      }
    } else {
#pragma omp task firstprivate(at, i)
      {
        begin(at);
        MPI_Request request;
        MPI_Irecv(&at->got[i], 1, MPI_INT, 0, i, MPI_COMM_WORLD, &request);
        RONDO_Iwait(&request, MPI_STATUS_IGNORE);
      }
    }
  }
}

static void create_end(run* at, form way) {
#pragma omp task firstprivate(at, way)
  {
    rondo_task_block(&at->all_wait);
    for (int i = 0; i < at->n_tasks; i++) {
      if (way == kBlock)
        rondo_task_unblock(&at->waits[i]);
      else
        MPI_Send(&i, 1, MPI_INT, 0, i, MPI_COMM_WORLD);
    }
  }
}

/* The mean of some looks. */
static double seconds_of_look(run* at) {
  enum { kLooks = 100 };
  const int n = (int)at->n_tasks;
  MPI_Request* requests = calloc((size_t)n, sizeof *requests);
  MPI_Status* statuses = calloc((size_t)n, sizeof *statuses);
  int* completed = calloc((size_t)n, sizeof *completed);
  if (!requests || !statuses || !completed) measure_fail("mpi-suspend: no memory for %d requests", n);
  for (int i = 0; i < n; i++) MPI_Irecv(&at->got[i], 1, MPI_INT, 0, i, MPI_COMM_WORLD, &requests[i]);
  const double start_s = measure_now_s();
  int n_completed = 0;
  for (int k = 0; k < kLooks; k++) MPI_Testsome(n, requests, &n_completed, completed, statuses);
  const double elapsed_s = measure_now_s() - start_s;
  for (int i = 0; i < n; i++) MPI_Send(&i, 1, MPI_INT, 0, i, MPI_COMM_WORLD);
  MPI_Waitall(n, requests, statuses);
  free(requests);
  free(statuses);
  free(completed);
  return elapsed_s / kLooks;
}

static double seconds_of(run* at, form way) {
  if (way == kLook) return seconds_of_look(at);
  memset(at->waits, 0, (size_t)at->n_tasks * sizeof *at->waits);
  memset(at->got, 0xff, (size_t)at->n_tasks * sizeof *at->got);
  at->all_wait = (rondo_suspension)RONDO_SUSPENSION_INIT;
  n_begun = 0;
  const double start_s = measure_now_s();
  create(at, way);
  create_end(at, way);
#pragma omp taskwait
  const double elapsed_s = measure_now_s() - start_s;
  for (int i = 0; i < at->n_tasks && way != kBlock; i++)
    if (at->got[i] != i) measure_fail("mpi-suspend: task %d received %d in form %s", i, at->got[i], kForms[way].name);
  return elapsed_s;
}

static long long resident_bytes(void) {
  char line[256];
  long long kilobytes = 0;
  FILE* status = fopen("/proc/self/status", "r");
  while (status != NULL && fgets(line, sizeof line, status))
    if (sscanf(line, "VmRSS: %lld", &kilobytes) == 1) break;
  if (status != NULL) fclose(status);
  return kilobytes * 1024;
}

int main(int argc, char** argv) {
  run at = {.n_tasks = 100, .repeat = 5};
  const measure_option options[] = {
      {"tasks", "that wait at once", &at.n_tasks, 1, 30000, 0},
      {"repeat", "repetitions; the median is reported", &at.repeat, 1, 100, 0},
  };
  const form way = (form)measure_command_line(argc, argv, kForms, kNumForms, options, sizeof options / sizeof *options);
  int provided = 0, threads = 1;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (!rondo_task_block) measure_fail("mpi-suspend: no task can block on this runtime; run it on Rondo");
  at.waits = calloc((size_t)at.n_tasks, sizeof *at.waits);
  at.got = calloc((size_t)at.n_tasks, sizeof *at.got);
  if (!at.waits || !at.got) measure_fail("mpi-suspend: no memory for %lld tasks", at.n_tasks);
  double samples_ns[100], first_s = 0;
  long long bytes = 0;
  const double per_task = 1e9 / (double)at.n_tasks;
#pragma omp parallel
#pragma omp single
  {
    threads = omp_get_num_threads();
    memset(at.got, 0, (size_t)at.n_tasks * sizeof *at.got);
    const long long before = resident_bytes();
    first_s = seconds_of(&at, way);
    bytes = resident_bytes() - before;
    for (long long k = 0; k < at.repeat; k++) samples_ns[k] = per_task * seconds_of(&at, way);
  }
  measure_json_begin("mpi-suspend", MEASURE_COMPILER, kForms[way].name);
  measure_json_integer("threads", threads);
  measure_json_integer("tasks", at.n_tasks);
  measure_json_real("first_ns", per_task * first_s);
  measure_json_reals("samples_ns", samples_ns, (size_t)at.repeat);
  measure_json_real("ns_per_task", measure_median(samples_ns, (size_t)at.repeat));
  measure_json_real("bytes_per_task", (double)bytes / (double)at.n_tasks);
  measure_json_end();
  free(at.waits);
  free(at.got);
  MPI_Finalize();
  return 0;
}
