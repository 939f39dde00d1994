// SPDX-License-Identifier: Apache-2.0
//
// RONDO_GRAPH=false: every region runs as ordinary tasks, whatever its clauses; the block of a same-data region too.
//
// test: ENV RONDO_GRAPH=false
#include "graph/graph_check.h"

int main(void) {
  int cell = 0, block_runs = 0;
#pragma omp parallel
#pragma omp single
  for (int step = 0; step < 10; step++) {
    RONDO_TASKGRAPH(rondo_same_data()) {
      block_runs++;
#pragma omp task depend(inout : cell) shared(cell)
      cell = cell * 3 + 1;
#pragma omp task depend(inout : cell) shared(cell)
      cell = cell * 5 % 10007;
    }
  }
  int expected = 0;
  for (int step = 0; step < 10; step++) expected = (expected * 3 + 1) * 5 % 10007;
  CHECK_EQ(cell, expected);
  CHECK_EQ(block_runs, 10);
  CHECK_COUNT(plain, 10);
  CHECK_COUNT(records, 0);
  return check_finish();
}
