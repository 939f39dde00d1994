// SPDX-License-Identifier: Apache-2.0
//
// Programs as the OpenMP examples have them for taskgraph: a function called again and again whose local arrays,
// pointers and parameters are others in each call; one of several buffers chosen by graph_id; a record that is made
// anew when the problem changes its size; a time loop with tasks made in a called function; a solver whose region is
// used only where it pays.
#include <string.h>

#include "graph/graph_check.h"

enum { kN = 16, kCalls = 12 };

// Local arrays are shared through pointers that are captured by value; the parameter scales.
static long vectors(long scale) {
  long xa[kN], ya[kN], za[kN];
  long *x = xa, *y = ya, *z = za;
  RONDO_TASKGRAPH() {
#pragma omp task depend(out : *x)
    for (long i = 0; i < kN; i++) x[i] = i * scale;
#pragma omp task depend(out : *y)
    for (long i = 0; i < kN; i++) y[i] = i + scale;
#pragma omp task depend(in : *x, *y) depend(out : *z)
    for (long i = 0; i < kN; i++) z[i] = x[i] * y[i];
  }
  long sum = 0;
  for (long i = 0; i < kN; i++) sum += z[i];
  return sum;
}

static long serial_vectors(long scale) {
  long sum = 0;
  for (long i = 0; i < kN; i++) sum += i * scale * (i + scale);
  return sum;
}

// A record a buffer: what a record's tasks captured stays right, because a buffer stays where it is. (rondo_saved()
// speaks of shared addresses as well as of values, hence the static array.)
enum { kBuffers = 3 };
static long buffers[kBuffers][kN], sums[kBuffers];
static int block_runs;

static void buffered(int which) {
  long* buffer = buffers[which];
  long* sum = &sums[which];
  RONDO_TASKGRAPH(rondo_graph_id((uint64_t)which), rondo_announced_only()) {
    block_runs++;
    for (int i = 0; i < kN; i++) {
      RONDO_NEXT_TASK(rondo_replayable(1), rondo_saved());
#pragma omp task depend(inout : buffer[i]) firstprivate(buffer, i)
      buffer[i] = (buffer[i] * 3 + i) % 1009;
    }
    RONDO_NEXT_TASK(rondo_replayable(1), rondo_saved());
#pragma omp task depend(iterator(i = 0 : kN), in : buffer[i]) firstprivate(buffer, sum)
    {
      *sum = 0;
      for (int i = 0; i < kN; i++) *sum += buffer[i];
    }
  }
}

static long serial_buffered(long* buffer) {
  long sum = 0;
  for (int i = 0; i < kN; i++) sum += buffer[i] = (buffer[i] * 3 + i) % 1009;
  return sum;
}

// The number of tasks follows the size, which rarely changes.
static void relax(long* grid, int n, int is_new) {
  RONDO_TASKGRAPH(rondo_graph_reset(is_new)) {
    for (int i = 1; i < n; i++)
#pragma omp task depend(in : grid[i - 1]) depend(inout : grid[i]) firstprivate(grid, i)
      grid[i] = (grid[i - 1] + grid[i] * 2) % 10007;
  }
}

// A task that its creator's region does not see in its text.
static void smooth(long* cell, long weight) {
  RONDO_NEXT_TASK(rondo_replayable(1));
#pragma omp task depend(inout : *cell) firstprivate(cell, weight)
  *cell = (*cell * 5 + weight) % 10007;
}

static void time_step(long* cells, int n, long weight) {
  RONDO_TASKGRAPH(rondo_announced_only(), rondo_if(n > 3)) {
    for (int i = 0; i < n; i++) smooth(&cells[i], weight + i);
  }
}

int main(void) {
#pragma omp parallel
#pragma omp single
  {
    graph_stats_begin();
    for (long call = 1; call <= kCalls; call++) CHECK_EQ(vectors(call), serial_vectors(call));
    CHECK_COUNT(recaptures, kCalls - 1);

    graph_stats_begin();
    long serial[kBuffers][kN];
    memset(serial, 0, sizeof serial);
    for (int call = 0; call < kCalls; call++) {
      const int which = call % kBuffers;
      buffered(which);
      CHECK_EQ(sums[which], serial_buffered(serial[which]));
    }
    CHECK_COUNT(records, kBuffers);
    CHECK_COUNT(pure_replays, kCalls - kBuffers);
    if (rondo_get_graph_stats) CHECK_EQ(block_runs, kBuffers);

    graph_stats_begin();
    long grid[kN] = {1}, serial_grid[kN] = {1};
    for (int call = 0; call < kCalls; call++) {
      const int n = 4 + call / 4 * 4;
      relax(grid, n, call % 4 == 0);
      for (int i = 1; i < n; i++) serial_grid[i] = (serial_grid[i - 1] + serial_grid[i] * 2) % 10007;
      for (int i = 0; i < kN; i++) CHECK_EQ(grid[i], serial_grid[i]);
    }
    CHECK_COUNT(records, 3);
    CHECK_COUNT(recaptures, kCalls - 3);
    CHECK_COUNT(mismatches, 0);

    graph_stats_begin();
    long cells[8] = {0}, expected[8] = {0};
    for (int call = 0; call < kCalls; call++) {
      const int n = call % 3 == 1 ? 2 : 8;
      time_step(cells, n, call);
      for (int i = 0; i < n; i++) expected[i] = (expected[i] * 5 + call + i) % 10007;
      for (int i = 0; i < 8; i++) CHECK_EQ(cells[i], expected[i]);
    }
    CHECK_COUNT(records, 1);
    CHECK_COUNT(plain, kCalls / 3);
    CHECK_COUNT(mismatches, 0);
  }
  return check_finish();
}
