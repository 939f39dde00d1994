// SPDX-License-Identifier: Apache-2.0
//
// Record and re-capture of a wavefront: the first encounter makes a record, the others replay it with the block
// executed and see the data of their own encounter (a captured factor that changes each time).
//
// test: QUICK
#include "graph/graph_check.h"

enum { kN = 16, kEncounters = 30 };

static unsigned update(unsigned self, unsigned north, unsigned west, unsigned factor) {
  return self * factor + north * 3 + west * 5 + 1;
}

int main(void) {
  static unsigned grid[kN + 1][kN + 1], serial[kN + 1][kN + 1];
  int block_runs = 0;
  graph_stats_begin();
#pragma omp parallel
#pragma omp single
  for (int encounter = 0; encounter < kEncounters; encounter++) {
    const unsigned factor = 7u + (unsigned)encounter;
    RONDO_TASKGRAPH() {
      block_runs++;
      for (int i = 1; i <= kN; i++)
        for (int j = 1; j <= kN; j++)
#pragma omp task depend(in : grid[i - 1][j], grid[i][j - 1]) depend(inout : grid[i][j]) firstprivate(i, j, factor)
          grid[i][j] = update(grid[i][j], grid[i - 1][j], grid[i][j - 1], factor);
    }
    for (int i = 1; i <= kN; i++)
      for (int j = 1; j <= kN; j++) {
        serial[i][j] = update(serial[i][j], serial[i - 1][j], serial[i][j - 1], factor);
        CHECK_EQ(grid[i][j], serial[i][j]);
      }
  }
  CHECK_EQ(block_runs, kEncounters);
  CHECK_COUNT(records, 1);
  CHECK_COUNT(recaptures, kEncounters - 1);
  CHECK_COUNT(pure_replays, 0);
  CHECK_COUNT(plain, 0);
  CHECK_COUNT(mismatches, 0);
  CHECK_COUNT(nodes, kN * kN);
  CHECK_COUNT(edges, 2 * kN * (kN - 1));
  return check_finish();
}
