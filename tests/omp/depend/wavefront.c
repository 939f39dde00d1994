// SPDX-License-Identifier: Apache-2.0
//
// Two-dimensional wavefront: tasks with two read dependences and one written one, several sweeps, result equal to the
// serial order.
#include <omp.h>

#include "check.h"

enum { kN = 40, kSweeps = 4 };

static unsigned update(unsigned self, unsigned north, unsigned west) { return self * 7 + north * 3 + west * 5 + 1; }

int main(void) {
  static unsigned grid[kN + 1][kN + 1], serial[kN + 1][kN + 1];
  for (int i = 0; i <= kN; i++)
    for (int j = 0; j <= kN; j++) grid[i][j] = serial[i][j] = (unsigned)(i * 13 + j);
  for (int sweep = 0; sweep < kSweeps; sweep++)
    for (int i = 1; i <= kN; i++)
      for (int j = 1; j <= kN; j++) serial[i][j] = update(serial[i][j], serial[i - 1][j], serial[i][j - 1]);
#pragma omp parallel
#pragma omp single
  for (int sweep = 0; sweep < kSweeps; sweep++)
    for (int i = 1; i <= kN; i++)
      for (int j = 1; j <= kN; j++)
#pragma omp task depend(in : grid[i - 1][j], grid[i][j - 1]) depend(inout : grid[i][j]) firstprivate(i, j)
        grid[i][j] = update(grid[i][j], grid[i - 1][j], grid[i][j - 1]);
  for (int i = 1; i <= kN; i++)
    for (int j = 1; j <= kN; j++) CHECK_EQ(grid[i][j], serial[i][j]);
  return check_finish();
}
