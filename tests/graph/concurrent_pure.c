// SPDX-License-Identifier: Apache-2.0
//
// Pure replays of one record at the same time, by tasks of one team: the tasks work on shared counters, so that the
// number of executions shows whether an instance lost or repeated a node.
#include "graph/graph_check.h"

enum { kNodes = 40, kInstances = 8, kRounds = 10 };

static int executed[kNodes];

static void region(void) {
  RONDO_TASKGRAPH(rondo_same_data()) {
    for (int i = 0; i < kNodes; i++)
#pragma omp task depend(in : executed[i / 2]) depend(inout : executed[i]) firstprivate(i)
    {
      spin_for(20);
#pragma omp atomic
      executed[i]++;
    }
  }
}

int main(void) {
  graph_stats_begin();
#pragma omp parallel
#pragma omp single
  {
    region();
    region();  // makes the graph; others would execute ordinary tasks meanwhile
    for (int round = 1; round <= kRounds; round++) {
      for (int instance = 0; instance < kInstances; instance++)
#pragma omp task
        region();
#pragma omp taskwait
      for (int i = 0; i < kNodes; i++) CHECK_EQ(executed[i], 2 + round * kInstances);
    }
  }
  CHECK_COUNT(records, 1);
  CHECK_COUNT(pure_replays, 1 + kInstances * kRounds);
  return check_finish();
}
