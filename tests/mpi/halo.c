// SPDX-License-Identifier: Apache-2.0
//
// Halo exchanges in recorded graphs: requests are bound to nodes (RONDO_Iwait), and each round has the right data. In
// the loops, messages of the third iteration are sent only when the other rank has run a chain of tasks beside the
// exchange to its last iteration: so iterations overlap across ranks, also with one thread, and a receive that is
// pending holds neither thread nor loop. Two ranks at least.
#include <mpi.h>
#include <omp.h>
#include <rondo.h>
#include <stdio.h>
#include <string.h>

#include "rondo_mpi.h"

enum { kCells = 6, kIterations = 40, kHeldBack = 2, kMaxRanks = 16 };
enum { kToLeft, kToRight, kChainIsOver };

static int rank, n_ranks, left, right;
static long u[kCells + 2];  // 0 and kCells + 1: what the neighbours have sent
static int n_sent[2], n_chain;
static int is_held_back;

static long mix(long a, long b, long c) { return (a * 31 + b * 17 + c * 7 + 1) % 1000003; }

static void begin(long* cells, int of_rank) {
  for (int i = 0; i < kCells + 2; i++) cells[i] = of_rank * 100 + i;
}

static void send(const long* cell, int to, int tag) {
  if (n_sent[tag]++ == kHeldBack && is_held_back && tag == kToRight)
    MPI_Recv(NULL, 0, MPI_LONG, right, kChainIsOver, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Request request;
  MPI_Isend(cell, 1, MPI_LONG, to, tag, MPI_COMM_WORLD, &request);
  RONDO_Iwait(&request, MPI_STATUS_IGNORE);
}

static void receive(long* cell, int from, int tag) {
  MPI_Request request;
  MPI_Irecv(cell, 1, MPI_LONG, from, tag, MPI_COMM_WORLD, &request);
  RONDO_Iwait(&request, MPI_STATUS_IGNORE);
}

static void go_on(void) {
  if (++n_chain == kIterations) MPI_Send(NULL, 0, MPI_LONG, left, kChainIsOver, MPI_COMM_WORLD);
}

static void step(void) {
#pragma omp task depend(in : u[1]) depend(inout : n_sent[kToLeft])
  send(&u[1], left, kToLeft);
#pragma omp task depend(in : u[kCells]) depend(inout : n_sent[kToRight])
  send(&u[kCells], right, kToRight);
#pragma omp task depend(out : u[0])
  receive(&u[0], left, kToRight);
#pragma omp task depend(out : u[kCells + 1])
  receive(&u[kCells + 1], right, kToLeft);
  for (int i = 1; i <= kCells; i++) {
#pragma omp task depend(in : u[i - 1], u[i + 1]) depend(inout : u[i]) firstprivate(i)
    u[i] = mix(u[i - 1], u[i], u[i + 1]);
  }
#pragma omp task depend(inout : n_chain)
  go_on();
}

// What all ranks compute, by one thread.
static void serial(long cells[][kCells + 2]) {
  for (int r = 0; r < n_ranks; r++) begin(cells[r], r);
  for (int t = 0; t < kIterations; t++) {
    long first[kMaxRanks], last[kMaxRanks];
    for (int r = 0; r < n_ranks; r++) first[r] = cells[r][1], last[r] = cells[r][kCells];
    for (int r = 0; r < n_ranks; r++) {
      cells[r][0] = last[(r + n_ranks - 1) % n_ranks];
      cells[r][kCells + 1] = first[(r + 1) % n_ranks];
      for (int i = 1; i <= kCells; i++) cells[r][i] = mix(cells[r][i - 1], cells[r][i], cells[r][i + 1]);
    }
  }
}

enum { kLoop, kUnrolled, kUpdate, kGraph, kOpenGraph, kPattern, kForms };
static const char* const names[] = {"loop", "unrolled", "update", "graph", "graph, nogroup", "pattern"};

static void run(int form) {
  is_held_back = form < kUpdate;
  switch (form) {
    case kLoop:
      RONDO_TASKITER(t, kIterations) step();
      break;
    case kUnrolled:
      RONDO_TASKITER(t, kIterations, rondo_unroll(3)) step();
      break;
    case kUpdate:
      RONDO_TASKITER(t, kIterations, rondo_update()) step();
      break;
    case kGraph:
      for (int t = 0; t < kIterations; t++) RONDO_TASKGRAPH() step();
      break;
    case kOpenGraph:
      for (int t = 0; t < kIterations; t++) RONDO_TASKGRAPH(rondo_nogroup()) step();
      break;
    default:
      for (int t = 0; t < kIterations; t++) RONDO_DEP_PATTERN("halo") step();
  }
#pragma omp taskwait
  if (!is_held_back) MPI_Recv(NULL, 0, MPI_LONG, right, kChainIsOver, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &n_ranks);
  left = (rank + n_ranks - 1) % n_ranks;
  right = (rank + 1) % n_ranks;
  static long expected[kMaxRanks][kCells + 2];
  serial(expected);
  int n_wrong = 0;
#pragma omp parallel
#pragma omp single
  for (int form = 0; form < kForms; form++) {
    begin(u, rank);
    n_sent[0] = n_sent[1] = n_chain = 0;
    run(form);
    if (memcmp(u, expected[rank], sizeof u) == 0) continue;
    fprintf(stderr, "rank %d: %s: wrong data\n", rank, names[form]);
    n_wrong++;
  }
  rondo_taskiter_stats stats;
  rondo_get_taskiter_stats(&stats);
  if (stats.iterations != (kIterations - 1) + (kIterations - 3) + (kIterations - 1)) {
    fprintf(stderr, "rank %d: %d iterations of graphs\n", rank, (int)stats.iterations);
    n_wrong++;
  }
  MPI_Allreduce(MPI_IN_PLACE, &n_wrong, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0) puts(n_wrong == 0 ? "ok" : "wrong");
  MPI_Finalize();
  return n_wrong != 0;
}
