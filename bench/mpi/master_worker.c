/* SPDX-License-Identifier: Apache-2.0
 *
 * Rank 0 has items of irregular lengths and gives one to whoever reports; the other ranks work. A worker's slot is one
 * conversation with the master: report, get an item, work on it. With several slots a rank works on one item while it
 * waits for the next one. What is found for an item depends on its number alone, and stays with the master, so the
 * results of all forms are the same, bit for bit.
 */
#include <mpi.h>
#include <omp.h>
#include <rondo.h>
#include <stdlib.h>
#include <string.h>

#include "common/measure.h"
#include "mpi/detach.h"
#include "mpi/network.h"
#include "rondo_mpi.h"

enum { kReport = 1, kMostSlots = 64, kParts = 8, kNobody = -1 };

typedef enum form {
  kPure,
  kForkJoin,
  kBlocking,
  kDetached,
  kBound,
  kGraph,
  kTaskiter,
  kNumForms,
  kAll = kNumForms
} form;

static const measure_form kForms[kNumForms + 1] = {
    [kPure] = {"pure", "one thread a rank, one slot"},
    [kForkJoin] = {"fork-join", "one slot; the parts of an item are shared out by a worksharing loop"},
    [kBlocking] = {"tasks-blocking", "a task for each slot, which calls blocking functions"},
    [kDetached] = {"tasks-detach", "tasks that communicate have a detach clause, tasks that work depend on them"},
    [kBound] = {"tasks-bound", "the same with requests that are bound to the task (RONDO_Iwait)"},
    [kGraph] = {"graph", "a round of all slots is a task graph region"},
    [kTaskiter] = {"taskiter", "the rounds of all slots are a taskiter loop"},
    [kAll] = {"all", "all forms, one after the other"},
};

/* What a worker sends; the answer's tag is the slot's number. */
typedef struct report {
  double found;
  long item; /* that it was found for, or kNobody */
  int slot;
  int unused;
} report;

typedef struct slot {
  report said;
  long item; /* to work on; kNobody: there are no more */
  char is_told;
} slot;

typedef struct run {
  long long n_items, n_slots, turns, latency_us, repeat, skipped;
  int rank, n_ranks, threads;
  double* found; /* the master's */
  slot slots[kMostSlots];
} run;

/* Lengths from 1 to 16 times `turns`. */
static double work_on_part(const run* at, long item, int part) {
  const uint64_t length = 1 + ((uint64_t)item * 2654435769u >> 8) % 16;
  measure_turn(length * (uint64_t)at->turns / kParts);
  return 1.0 / (double)(1 + item * kParts + part);
}

static double work_on(const run* at, long item) {
  double sum = 0;
  for (int part = 0; part < kParts; part++) sum += work_on_part(at, item, part);
  return sum;
}

/* ---- Master ------------------------------------------------------------------------------------------------------ */

/* Gives out all items, then tells each slot of each worker that there are no more. */
static void give_out(run* at, long n_slots) {
  long next = 0;
  for (long n_open = n_slots * (at->n_ranks - 1); n_open > 0;) {
    report got;
    MPI_Status status;
    MPI_Recv(&got, sizeof got, MPI_BYTE, MPI_ANY_SOURCE, kReport, MPI_COMM_WORLD, &status);
    if (got.item != kNobody && got.item != at->skipped) at->found[got.item] = got.found;
    const long item = next < at->n_items ? next++ : kNobody;
    n_open -= item == kNobody;
    MPI_Send(&item, 1, MPI_LONG, status.MPI_SOURCE, 100 + got.slot, MPI_COMM_WORLD);
  }
}

/* ---- Workers ----------------------------------------------------------------------------------------------------- */

static void open_slot(slot* own, int number) {
  *own = (slot){.said = {.item = kNobody, .slot = number}, .item = kNobody};
}

static void report_and_get(slot* own) {
  MPI_Send(&own->said, sizeof own->said, MPI_BYTE, 0, kReport, MPI_COMM_WORLD);
  MPI_Recv(&own->item, 1, MPI_LONG, 0, 100 + own->said.slot, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void begin_report(slot* own, MPI_Request* requests) {
  MPI_Irecv(&own->item, 1, MPI_LONG, 0, 100 + own->said.slot, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(&own->said, sizeof own->said, MPI_BYTE, 0, kReport, MPI_COMM_WORLD, &requests[1]);
}

static void say(slot* own, double found) {
  own->said.found = found;
  own->said.item = own->item;
}

static void converse(const run* at, slot* own) {
  for (report_and_get(own); own->item != kNobody; report_and_get(own)) say(own, work_on(at, own->item));
}

static void converse_shared(const run* at, slot* own) {
  for (report_and_get(own); own->item != kNobody; report_and_get(own)) {
    double parts[kParts];
#pragma omp parallel for schedule(dynamic)
    for (int part = 0; part < kParts; part++) parts[part] = work_on_part(at, own->item, part);
    double sum = 0;
    for (int part = 0; part < kParts; part++) sum += parts[part];
    say(own, sum);
  }
}

/* One exchange and the work that follows from it; none when the slot has been told that there are no more items. */
static void create_round(run* at, slot* own, form way) {
  if (way == kDetached) {
    omp_event_handle_t event = (omp_event_handle_t)0; /* for clang, which does not see that detach() sets it */
#pragma omp task firstprivate(own) depend(inout : own[0]) detach(event)
    {
      MPI_Request requests[2];
      begin_report(own, requests);
      MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
      detach_until(requests[0], event);
    }
  } else {
#pragma omp task firstprivate(own) depend(inout : own[0])
    if (!own->is_told) {
      MPI_Request requests[2];
      begin_report(own, requests);
      RONDO_Iwaitall(2, requests, MPI_STATUSES_IGNORE);
    }
  }
#pragma omp task firstprivate(at, own) depend(inout : own[0])
  if (own->item == kNobody)
    own->is_told = 1;
  else
    say(own, work_on(at, own->item));
}

static int goes_on(const run* at) {
  for (long s = 0; s < at->n_slots; s++)
    if (!at->slots[s].is_told) return 1;
  return 0;
}

static void create_rounds(run* at, form way) {
  for (long s = 0; s < at->n_slots; s++) create_round(at, &at->slots[s], way);
}

/* A slot goes round by itself: its last task creates the next round. */
static void follow(run* at, slot* own, form way) {
#pragma omp task firstprivate(at, own, way)
  {
    create_round(at, own, way);
#pragma omp taskwait
    if (!own->is_told) follow(at, own, way);
  }
}

static void work_in_tasks(run* at, form way) {
  for (long s = 0; s < at->n_slots; s++) {
    slot* own = &at->slots[s];
    if (way == kBlocking) {
#pragma omp task firstprivate(at, own)
      converse(at, own);
    } else if (way == kBound || way == kDetached) {
      follow(at, own, way);
    }
  }
  if (way == kTaskiter) {
    RONDO_TASKITER_WHILE(goes_on(at)) { create_rounds(at, way); }
  }
  while (way == kGraph && goes_on(at)) {
    RONDO_TASKGRAPH() { create_rounds(at, way); }
  }
}

static void work(run* at, form way) {
  for (int s = 0; s < at->n_slots; s++) open_slot(&at->slots[s], s);
  if (way == kPure) converse(at, &at->slots[0]);
  if (way == kForkJoin) converse_shared(at, &at->slots[0]);
  if (way <= kForkJoin) return;
  if (way == kDetached) detach_begin();
#pragma omp parallel
#pragma omp single
  work_in_tasks(at, way);
  if (way == kDetached) detach_end();
}

/* ---- All ranks --------------------------------------------------------------------------------------------------- */

static double seconds_of(run* at, form way) {
  MPI_Barrier(MPI_COMM_WORLD);
  const double start_s = measure_now_s();
  if (at->rank == 0)
    give_out(at, way <= kForkJoin ? 1 : at->n_slots);
  else
    work(at, way);
  return measure_now_s() - start_s;
}

static void require_equal(run* at, form way) {
  for (long i = 0; at->rank == 0 && i < at->n_items; i++) {
    double expected = 0;
    for (int part = 0; part < kParts; part++) expected += 1.0 / (double)(1 + i * kParts + part);
    if (memcmp(&at->found[i], &expected, sizeof expected) != 0)
      measure_fail("mpi-master-worker: item %ld is %.17g in form %s, not %.17g", i, at->found[i], kForms[way].name,
                   expected);
  }
}

static void run_form(run* at, form way) {
  double samples_us[100];
  (void)seconds_of(at, way); /* a graph is recorded in it */
  for (long long k = 0; k < at->repeat; k++) {
    for (long i = 0; i < at->n_items; i++) at->found[i] = -1;
    samples_us[k] = 1e6 * seconds_of(at, way) / (double)at->n_items;
  }
  require_equal(at, way);
  if (at->rank != 0) return;
  const double median_us = measure_median(samples_us, (size_t)at->repeat);
  measure_json_begin("mpi-master-worker", MEASURE_COMPILER, kForms[way].name);
  measure_json_integer("threads", at->threads * at->n_ranks);
  measure_json_integer("ranks", at->n_ranks);
  measure_json_integer("items", at->n_items);
  measure_json_integer("slots", at->n_slots);
  measure_json_integer("latency_us", at->latency_us);
  measure_json_graphs();
  measure_json_reals("samples_us", samples_us, (size_t)at->repeat);
  measure_json_real("us_per_item", median_us);
  measure_json_end();
}

int main(int argc, char** argv) {
  static run at = {.n_items = 500, .n_slots = 4, .turns = 3000, .repeat = 5, .skipped = -1, .threads = 1};
  const measure_option options[] = {
      {"items", "that the master gives out", &at.n_items, 1, 1 << 24, 0},
      {"slots", "of a worker, in the forms of tasks", &at.n_slots, 1, kMostSlots, 0},
      {"turns", "of work in the shortest item; the longest has 16 times as many", &at.turns, 0, 1 << 30, 0},
      {"repeat", "repetitions; the median is reported", &at.repeat, 1, 100, 0},
      {"latency", "microseconds that the network adds to a message", &at.latency_us, 0, 1000000, 0},
      {"skip", "lose what was found for this item: the result has to be found wrong", &at.skipped, -1, 1 << 24, 0},
  };
  const form chosen =
      (form)measure_command_line(argc, argv, kForms, kNumForms + 1, options, sizeof options / sizeof *options);
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &at.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &at.n_ranks);
  if (at.n_ranks < 2) measure_fail("mpi-master-worker: one rank has nobody who works; start 2 or more");
  network_set_latency(1000 * at.latency_us);
#pragma omp parallel
#pragma omp single
  at.threads = omp_get_num_threads();
  at.found = calloc((size_t)at.n_items, sizeof *at.found);
  if (!at.found) measure_fail("mpi-master-worker: no memory for %lld items", at.n_items);
  const form last = chosen == kAll ? kNumForms - 1 : chosen;
  for (form way = chosen == kAll ? kPure : chosen; way <= last; way++) run_form(&at, way);
  free(at.found);
  MPI_Finalize();
  return 0;
}
