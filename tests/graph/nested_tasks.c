// SPDX-License-Identifier: Apache-2.0
//
// Recorded tasks whose bodies create tasks of their own, with dependences, taskwait, taskgroup, taskloop and
// grandchildren that outlive their parents: the region waits for all of them, and successors follow the rules of
// ordinary tasks.
#include "graph/graph_check.h"

enum { kNodes = 8, kChildren = 6, kEncounters = 12 };

static void body(long* cell, int node, int step) {
  long order = 0;
  for (int c = 0; c < kChildren; c++)
#pragma omp task depend(inout : order) shared(order) firstprivate(c, step)
    order = order * 3 + c + step;
#pragma omp taskwait
  long parts[kChildren] = {0};
#pragma omp taskgroup
  for (int c = 0; c < kChildren; c++)
#pragma omp task shared(parts) firstprivate(c, node)
  {
#pragma omp task shared(parts) firstprivate(c, node)
    parts[c] = c * node;
  }
  long sum = 0;
#pragma omp taskloop shared(parts) reduction(+ : sum) num_tasks(3)
  for (int c = 0; c < kChildren; c++) sum += parts[c];
  *cell = (*cell * 7 + order + sum) % 1000003;
}

static long serial_body(long cell, int node, int step) {
  long order = 0, sum = 0;
  for (int c = 0; c < kChildren; c++) {
    order = order * 3 + c + step;
    sum += c * node;
  }
  return (cell * 7 + order + sum) % 1000003;
}

int main(void) {
  long cells[kNodes + 1] = {0}, expected[kNodes + 1] = {0};
  int late = 0;
  graph_stats_begin();
#pragma omp parallel
#pragma omp single
  for (int step = 0; step < kEncounters; step++) {
    RONDO_TASKGRAPH() {
      for (int node = 1; node <= kNodes; node++) {
#pragma omp task depend(in : cells[node - 1]) depend(inout : cells[node]) shared(cells, late) firstprivate(node, step)
        {
          cells[node] += cells[node - 1];
          body(&cells[node], node, step);
#pragma omp task shared(late)
          {
            spin_for(300);
#pragma omp atomic
            late++;
          }
        }
      }
    }
    CHECK_EQ(late, kNodes * (step + 1));
    for (int node = 1; node <= kNodes; node++) {
      expected[node] = serial_body(expected[node] + expected[node - 1], node, step);
      CHECK_EQ(cells[node], expected[node]);
    }
  }
  CHECK_COUNT_AT_LEAST(recaptures, 1);
  CHECK_COUNT(mismatches, 0);
  return check_finish();
}
