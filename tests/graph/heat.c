// SPDX-License-Identifier: Apache-2.0
//
// The demo's solver in small: blocked Gauss-Seidel, one encounter an iteration, in the three forms ordinary,
// re-captured and pure; bitwise equal to the serial order.
#include <string.h>

#include "graph/graph_check.h"

enum { kBlocks = 8, kBlock = 4, kSize = kBlocks * kBlock + 2, kIterations = 20 };

typedef double grid_row[kSize];

static grid_row serial[kSize], grid[kSize];
static char tag[kBlocks + 2][kBlocks + 2];

static void relax(grid_row* g, int bi, int bj) {
  for (int i = bi * kBlock + 1; i <= (bi + 1) * kBlock; i++)
    for (int j = bj * kBlock + 1; j <= (bj + 1) * kBlock; j++)
      g[i][j] = 0.25 * (g[i - 1][j] + g[i][j - 1] + g[i + 1][j] + g[i][j + 1]);
}

static void fill(grid_row* g) {
  memset(g, 0, sizeof(grid_row) * kSize);
  for (int i = 0; i < kSize; i++) g[0][i] = g[i][0] = 1 + i;
}

static void iteration(void) {
  for (int i = 0; i < kBlocks; i++)
    for (int j = 0; j < kBlocks; j++)
#pragma omp task depend(in : tag[i][j + 1], tag[i + 1][j], tag[i + 2][j + 1], tag[i + 1][j + 2]) \
    depend(inout : tag[i + 1][j + 1]) firstprivate(i, j)
      relax(grid, i, j);
}

int main(void) {
  (void)tag;
  fill(serial);
  for (int k = 0; k < kIterations; k++)
    for (int i = 0; i < kBlocks; i++)
      for (int j = 0; j < kBlocks; j++) relax(serial, i, j);
  for (int form = 0; form < 3; form++) {
    fill(grid);
#pragma omp parallel
#pragma omp single
    for (int k = 0; k < kIterations; k++) {
      if (form == 0) {
        iteration();
      } else {
        RONDO_TASKGRAPH(rondo_graph_id((uint64_t)form), form == 2 ? rondo_same_data() : rondo_no_clause()) {
          iteration();
        }
      }
    }
    CHECK(memcmp(grid, serial, sizeof grid) == 0);
  }
  CHECK_COUNT(records, 2);
  CHECK_COUNT(recaptures, kIterations - 1);
  CHECK_COUNT(pure_replays, kIterations - 1);
  return check_finish();
}
