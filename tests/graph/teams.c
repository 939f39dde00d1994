// SPDX-License-Identifier: Apache-2.0
//
// A record made in a team of one size is used in teams of other sizes, smaller and larger, and in nested teams.
#include "graph/graph_check.h"

enum { kCells = 20 };

static long cells[kCells], expected[kCells];

static void region(int step) {
  RONDO_TASKGRAPH() {
    for (int i = 0; i < 3 * kCells; i++) {
      long *from = &cells[(i * 7 + 1) % kCells], *to = &cells[i % kCells];
#pragma omp task depend(in : *from) depend(inout : *to) firstprivate(from, to, step, i)
      *to = (*to * 3 + *from + step + i) % 1000003;
    }
  }
}

static void serial(int step) {
  for (int i = 0; i < 3 * kCells; i++)
    expected[i % kCells] = (expected[i % kCells] * 3 + expected[(i * 7 + 1) % kCells] + step + i) % 1000003;
}

int main(void) {
  omp_set_dynamic(0);
  omp_set_max_active_levels(2);
  graph_stats_begin();
  const int sizes[] = {2, 1, 8, 3, 1, 5, 2, 7, 4};
  for (int step = 0; step < 27; step++) {
#pragma omp parallel num_threads(sizes[step % 9])
#pragma omp single
    region(step);
    serial(step);
    for (int i = 0; i < kCells; i++) CHECK_EQ(cells[i], expected[i]);
  }
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int step = 0; step < 5; step++) {
#pragma omp parallel num_threads(3)
#pragma omp single
    region(step);
    serial(step);
    for (int i = 0; i < kCells; i++) CHECK_EQ(cells[i], expected[i]);
  }
  CHECK_COUNT(mismatches, 0);
  CHECK_COUNT_AT_LEAST(recaptures, 20);
  return check_finish();
}
