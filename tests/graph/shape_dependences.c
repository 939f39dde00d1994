// SPDX-License-Identifier: Apache-2.0
//
// The same tasks with other dependences than recorded, under re-capture: the number of tasks and their bodies fit, so
// only the graph is different. The OpenMP rule: the program must then reset the record; with graph_reset it is right.
#include "graph/graph_check.h"

enum { kTasks = 12 };

int main(void) {
  static int cells[kTasks], expected[kTasks];
#pragma omp parallel
#pragma omp single
  for (int encounter = 0; encounter < 12; encounter++) {
    const int distance = encounter / 3 + 1;
    RONDO_TASKGRAPH(rondo_graph_reset(encounter % 3 == 0)) {
      for (int i = 0; i < kTasks; i++) {
        int *from = &cells[(i + distance) % kTasks], *to = &cells[i];
#pragma omp task depend(in : *from) depend(inout : *to) firstprivate(from, to, i)
        *to = (*to * 3 + *from + i) % 10007;
      }
    }
    for (int i = 0; i < kTasks; i++) expected[i] = (expected[i] * 3 + expected[(i + distance) % kTasks] + i) % 10007;
    for (int i = 0; i < kTasks; i++) CHECK_EQ(cells[i], expected[i]);
  }
  CHECK_COUNT(mismatches, 0);
  CHECK_COUNT(records, 4);
  return check_finish();
}
