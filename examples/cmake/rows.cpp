// SPDX-License-Identifier: Apache-2.0
//
// Rows of a grid, each smoothed after the one above it, in each of many steps.
#include <cstdio>
#include <vector>

constexpr int kRows = 32, kColumns = 128, kSteps = 100;
using Grid = std::vector<std::vector<double>>;

static void smooth(Grid& grid, int i) {
  for (int j = 1; j < kColumns; j++) grid[i][j] = (grid[i][j] + grid[i][j - 1] + grid[i - 1][j]) / 3;
}

int main() {
  Grid grid(kRows, std::vector<double>(kColumns, 1)), serial = grid;
  grid[0].assign(kColumns, 2);
  serial[0] = grid[0];
  std::vector<double>* row = grid.data();
#pragma omp parallel
#pragma omp single
  for (int step = 0; step < kSteps; step++) {
#pragma omp taskgraph
    for (int i = 1; i < kRows; i++) {
#pragma omp task depend(in : row[i - 1]) depend(inout : row[i])
      smooth(grid, i);
    }
  }
  for (int step = 0; step < kSteps; step++)
    for (int i = 1; i < kRows; i++) smooth(serial, i);
  std::puts(grid == serial ? "ok" : "wrong");
  return grid == serial ? 0 : 1;
}
