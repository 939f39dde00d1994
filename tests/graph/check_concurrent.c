// SPDX-License-Identifier: Apache-2.0
//
// Check mode with many encounters of one region at the same time, each on the data of its thread: nothing drifts, and
// now and then the record is reset under the comparisons.
//
// test: ENV RONDO_CHECK=graph STDERR 'compared with their records, 0 findings$'
#include "graph/graph_check.h"

enum { kN = 20, kEncounters = 30, kMostThreads = 8 };

static long data[kMostThreads][kN];

int main(void) {
#pragma omp parallel
  {
    int thread = omp_get_thread_num();
    for (int encounter = 0; encounter < kEncounters && thread < kMostThreads; encounter++) {
      long* mine = data[thread];
      RONDO_TASKGRAPH(rondo_graph_reset(thread == 1 && encounter % 10 == 0)) {
        for (int i = 1; i < kN; i++) {
#pragma omp task depend(in : mine[i - 1]) depend(inout : mine[i]) firstprivate(mine, i, encounter)
          mine[i] = (mine[i] * 3 + mine[i - 1] + i + encounter) % 10007;
        }
      }
    }
  }
  long expected[kN] = {0};
  for (int encounter = 0; encounter < kEncounters; encounter++) {
    for (int i = 1; i < kN; i++) expected[i] = (expected[i] * 3 + expected[i - 1] + i + encounter) % 10007;
  }
  for (int i = 0; i < kN; i++) {
    for (int thread = 0; thread < omp_get_max_threads() && thread < kMostThreads; thread++)
      CHECK_EQ(data[thread][i], expected[i]);
  }
  CHECK_COUNT(recaptures, 0);
  CHECK_COUNT(mismatches, 0);
  return check_finish();
}
