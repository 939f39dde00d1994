// SPDX-License-Identifier: Apache-2.0
//
// All threads of a team meet a region at the same moment that has been recorded and not been used yet: one of them
// makes its graph and replays it, the others execute it by ordinary tasks or replay it, too; whoever comes later
// replays it. The same while one of them has it recorded anew.
#include <string.h>

#include "graph/graph_check.h"

enum { kCells = 50, kTasks = 400, kRegions = 40, kMaxThreads = 64 };

static unsigned cells[kMaxThreads][kCells], expected[kCells];

static void region(int id, int reset, unsigned* own) {
  RONDO_TASKGRAPH(rondo_graph_id((uint64_t)id), rondo_graph_reset(reset)) {
    for (int i = 0; i < kTasks; i++) {
      unsigned *left = &own[i % kCells], *right = &own[(i * 7 + 1) % kCells];
#pragma omp task depend(in : *left) depend(inout : *right) firstprivate(left, right, id, i)
      *right = *right * 31 + *left * 17 + (unsigned)(id + i);
    }
  }
}

static void serial(int id) {
  for (int i = 0; i < kTasks; i++) {
    unsigned *left = &expected[i % kCells], *right = &expected[(i * 7 + 1) % kCells];
    *right = *right * 31 + *left * 17 + (unsigned)(id + i);
  }
}

static void meet(int resets) {
  int n_threads = 1;
  memset(cells, 0, sizeof cells);
  memset(expected, 0, sizeof expected);
  graph_stats_begin();
#pragma omp parallel
  {
    const int thread = omp_get_thread_num();
    for (int id = 0; id < kRegions; id++) {
#pragma omp single
      {
        n_threads = omp_get_num_threads();
        region(id, 1, cells[kMaxThreads - 1]);  // recorded by one, whoever it is
      }
      region(id, resets && thread == id % n_threads, cells[thread]);
#pragma omp barrier
#pragma omp single
      {
        const uint64_t n_before = graph_stats_since().recaptures;
        region(id, 0, cells[kMaxThreads - 2]);
        CHECK_COUNT(recaptures, n_before + 1);
      }
    }
  }
  for (int id = 0; id < kRegions; id++) serial(id);
  for (int i = 0; i < kCells; i++) {
    CHECK_EQ(cells[kMaxThreads - 1][i], expected[i]);
    CHECK_EQ(cells[kMaxThreads - 2][i], expected[i]);
    for (int thread = 0; thread < n_threads; thread++) CHECK_EQ(cells[thread][i], expected[i]);
  }
  const rondo_graph_stats stats = graph_stats_since();
  CHECK_COUNT(mismatches, 0);
  if (rondo_get_graph_stats) CHECK_EQ(stats.records + stats.recaptures + stats.plain, kRegions * (n_threads + 2));
  CHECK_COUNT(records, resets ? 2 * kRegions : kRegions);
  if (resets) return;
  CHECK_COUNT_AT_LEAST(recaptures, 2 * kRegions);
}

int main(void) {
  meet(0);
  meet(1);
  return check_finish();
}
