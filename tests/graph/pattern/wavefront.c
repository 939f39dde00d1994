// SPDX-License-Identifier: Apache-2.0
//
// A wavefront under one tag: recorded once, then used with other data, another captured factor, another grid, from
// another place in the source and with another body. Waits in the task itself and lets a barrier wait, in turns.
//
// test: QUICK
#include "graph/pattern/pattern_check.h"

enum { kN = 24, kUses = 40 };

typedef unsigned grid_t[kN + 1][kN + 1];

static unsigned update(unsigned self, unsigned north, unsigned west, unsigned factor) {
  return self * factor + north * 3 + west * 5 + 1;
}

static void sweep(grid_t grid, unsigned factor) {
  RONDO_DEP_PATTERN("wavefront") {
    for (int i = 1; i <= kN; i++)
      for (int j = 1; j <= kN; j++)
#pragma omp task depend(in : grid[i - 1][j], grid[i][j - 1]) depend(inout : grid[i][j]) firstprivate(i, j, factor)
        grid[i][j] = update(grid[i][j], grid[i - 1][j], grid[i][j - 1], factor);
  }
}

static void sweep_mirrored(grid_t grid, unsigned factor) {
  unsigned more[8] = {factor};
  RONDO_DEP_PATTERN("wavefront") {
    for (int j = 1; j <= kN; j++)
      for (int i = 1; i <= kN; i++)
#pragma omp task depend(in : grid[i][j - 1], grid[i - 1][j]) depend(inout : grid[i][j]) firstprivate(i, j, more)
        grid[i][j] = update(grid[i][j], grid[i - 1][j], grid[i][j - 1], more[0]) ^ 1;
  }
}

static void sweep_serially(grid_t grid, unsigned factor, unsigned flip, int mirrored) {
  for (int k = 0; k < kN * kN; k++) {
    const int i = 1 + (mirrored ? k % kN : k / kN), j = 1 + (mirrored ? k / kN : k % kN);
    grid[i][j] = update(grid[i][j], grid[i - 1][j], grid[i][j - 1], factor) ^ flip;
  }
}

int main(void) {
  static grid_t grids[3], serial[3];
  for (int use = 0; use < kUses; use++) {
    const unsigned factor = 7u + (unsigned)use;
    const int mirrored = use % 4 == 3, which = use % 3;
#pragma omp parallel
#pragma omp single
    {
      mirrored ? sweep_mirrored(grids[which], factor) : sweep(grids[which], factor);
      if (use % 2) {
#pragma omp taskwait
        CHECK_EQ(omp_get_num_threads() >= 1, 1);
      }
    }
    sweep_serially(serial[which], factor, mirrored ? 1 : 0, mirrored);
    for (int i = 1; i <= kN; i++)
      for (int j = 1; j <= kN; j++) CHECK_EQ(grids[which][i][j], serial[which][i][j]);
  }
  CHECK_PATTERN(recorded, 1);
  CHECK_PATTERN(uses, kUses - 1);
  CHECK_PATTERN(plain, 0);
  CHECK_PATTERN(mismatches, 0);
  CHECK_PATTERN(tasks, kN * kN);
  CHECK_PATTERN(stations, kN * kN);
  CHECK_PATTERN(dependences_dropped, 2 * kN);
  return check_finish();
}
