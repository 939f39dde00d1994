// SPDX-License-Identifier: Apache-2.0
//
// Blocked Gauss-Seidel, as in the demo: four read neighbours, later iterations overtaking into earlier ones; the
// result is bitwise that of the serial order.
#include <omp.h>
#include <string.h>

#include "check.h"

enum { kBlocks = 6, kBlock = 8, kSize = kBlocks * kBlock + 2, kIterations = 8 };

static void relax(double (*grid)[kSize], int bi, int bj) {
  for (int i = bi * kBlock + 1; i <= (bi + 1) * kBlock; i++)
    for (int j = bj * kBlock + 1; j <= (bj + 1) * kBlock; j++)
      grid[i][j] = 0.25 * (grid[i - 1][j] + grid[i][j - 1] + grid[i + 1][j] + grid[i][j + 1]);
}

int main(void) {
  static double grid[kSize][kSize], serial[kSize][kSize];
  static char tag[kBlocks + 2][kBlocks + 2];
  (void)tag;  // gcc does not count depend as a use
  for (int i = 0; i < kSize; i++) serial[0][i] = serial[i][0] = 1 + i;
  memcpy(grid, serial, sizeof grid);
  for (int k = 0; k < kIterations; k++)
    for (int i = 0; i < kBlocks; i++)
      for (int j = 0; j < kBlocks; j++) relax(serial, i, j);
#pragma omp parallel
#pragma omp single
  for (int k = 0; k < kIterations; k++)
    for (int i = 0; i < kBlocks; i++)
      for (int j = 0; j < kBlocks; j++)
#pragma omp task depend(in : tag[i][j + 1], tag[i + 1][j], tag[i + 2][j + 1], tag[i + 1][j + 2]) \
    depend(inout : tag[i + 1][j + 1]) firstprivate(i, j)
        relax(grid, i, j);
  CHECK(memcmp(grid, serial, sizeof grid) == 0);
  return check_finish();
}
