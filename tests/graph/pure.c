// SPDX-License-Identifier: Apache-2.0
//
// Pure replay: with rondo_same_data() the block is executed once, later encounters run the tasks without it; the data
// behind the captured addresses changes and is seen.
//
// test: QUICK
#include "graph/graph_check.h"

enum { kN = 12, kEncounters = 25 };

static long grid[kN + 1][kN + 1], serial[kN + 1][kN + 1];
static int block_runs;

static void sweep(void) {
  RONDO_TASKGRAPH(rondo_same_data()) {
    block_runs++;
    for (int i = 1; i <= kN; i++)
      for (int j = 1; j <= kN; j++)
#pragma omp task depend(in : grid[i - 1][j], grid[i][j - 1]) depend(inout : grid[i][j]) firstprivate(i, j)
        grid[i][j] = (grid[i][j] * 7 + grid[i - 1][j] * 3 + grid[i][j - 1] * 5 + i - j) % 1000003;
  }
}

int main(void) {
  graph_stats_begin();
#pragma omp parallel
#pragma omp single
  for (int encounter = 0; encounter < kEncounters; encounter++) {
    grid[0][encounter % kN] = serial[0][encounter % kN] = encounter;
    sweep();
    for (int i = 1; i <= kN; i++)
      for (int j = 1; j <= kN; j++) {
        serial[i][j] = (serial[i][j] * 7 + serial[i - 1][j] * 3 + serial[i][j - 1] * 5 + i - j) % 1000003;
        CHECK_EQ(grid[i][j], serial[i][j]);
      }
  }
  CHECK_COUNT(records, 1);
  CHECK_COUNT(pure_replays, kEncounters - 1);
  CHECK_COUNT(recaptures, 0);
  CHECK_EQ(block_runs, rondo_get_graph_stats ? 1 : kEncounters);
  return check_finish();
}
