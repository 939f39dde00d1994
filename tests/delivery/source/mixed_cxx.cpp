// SPDX-License-Identifier: Apache-2.0
//
// The C++ part of a program in three languages: adds one to the cells as often as asked, by a loop.
#include <vector>

extern "C" void increment_cells(double* cells, int n, int times);

extern "C" void increment_cells(double* cells, int n, int times) {
  std::vector<int> rounds(static_cast<std::size_t>(times));
#pragma omp taskiter
  for (int& round : rounds) {
    round = 1;
    for (int i = 0; i < n; i++) {
#pragma omp task depend(inout : cells[i])
      cells[i] += 1;
    }
  }
}
