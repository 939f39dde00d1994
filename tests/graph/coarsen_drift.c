// SPDX-License-Identifier: Apache-2.0
//
// A region of tiny tasks that have been grouped creates fewer tasks, or others: groups that were captured in part run
// with what they have, and the results are right. Said once on standard error.
//
// Replays in order would not see what differs from the record.
// test: ENV RONDO_GRAPH_WAY=spread STDERR 'coarsen_drift\.c'
#include "graph/graph_check.h"

enum { kLength = 500, kGrouped = 8 };

static long cells[2], expected[2];

static void encounter(int n_tasks, int n_plain, int salt) {
  RONDO_TASKGRAPH() {
    for (int i = 0; i < n_tasks; i++) {
      if (i < n_plain) {
#pragma omp task depend(inout : cells[i % 2]) firstprivate(i, salt)
        cells[i % 2] = (cells[i % 2] * 3 + i + salt) % 10007;
      } else {
#pragma omp task depend(inout : cells[i % 2]) firstprivate(i)
        cells[i % 2] = (cells[i % 2] * 5 + i) % 10007;
      }
    }
  }
  for (int i = 0; i < n_tasks; i++)
    expected[i % 2] = i < n_plain ? (expected[i % 2] * 3 + i + salt) % 10007 : (expected[i % 2] * 5 + i) % 10007;
  CHECK_EQ(cells[0], expected[0]);
  CHECK_EQ(cells[1], expected[1]);
}

int main(void) {
  graph_stats_begin();
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 12; round++) {
    for (int k = 0; k < kGrouped; k++) encounter(kLength, kLength, k);
    switch (round % 4) {
      case 0:
        encounter(kLength / 2 + round * 3, kLength, round);
        break;
      case 1:
        encounter(kLength, kLength / 3 + round * 5, round);
        break;
      case 2:
        encounter(0, 0, round);
        break;
      case 3:
        encounter(kLength + 20, kLength + 20, round);
        break;
    }
  }
  CHECK_COUNT(mismatches, 12);
  return check_finish();
}
