// SPDX-License-Identifier: Apache-2.0
//
// The number of tasks changes between encounters: more, fewer, none, the first number again. Right results; Rondo
// says so once on standard error, however often it happens.
//
// Blocks in order would not see what differs from the record.
// test: ENV RONDO_GRAPH_WAY=spread STDERR 'shape_count\.c'
#include "graph/graph_check.h"

enum { kEncounters = 30 };

int main(void) {
  int cell = 0, expected = 0;
#pragma omp parallel
#pragma omp single
  for (int encounter = 0; encounter < kEncounters; encounter++) {
    static const int kLengths[] = {8, 8, 8, 12, 12, 5, 5, 0, 0, 8};
    const int length = kLengths[encounter % 10];
    RONDO_TASKGRAPH() {
      for (int i = 0; i < length; i++)
#pragma omp task depend(inout : cell) shared(cell) firstprivate(i)
        cell = (cell * 3 + i) % 10007;
    }
    for (int i = 0; i < length; i++) expected = (expected * 3 + i) % 10007;
    CHECK_EQ(cell, expected);
  }
  CHECK_COUNT_AT_LEAST(mismatches, 1);
  return check_finish();
}
