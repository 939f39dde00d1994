// SPDX-License-Identifier: Apache-2.0
//
// Task reductions in and around a region: a taskgroup with task_reduction in the block, in_reduction of a group that
// encloses the region, a taskloop with reduction. Right results at every encounter.
#include "graph/graph_check.h"

enum { kTasks = 20, kEncounters = 10 };

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int step = 0; step < kEncounters; step++) {
    long sum = step;
    int high = -1;
    RONDO_TASKGRAPH() {
#pragma omp taskgroup task_reduction(+ : sum) task_reduction(max : high)
      for (int i = 0; i < kTasks; i++)
#pragma omp task in_reduction(+ : sum) in_reduction(max : high) firstprivate(i, step)
      {
        sum += i * step;
        if (i + step > high) high = i + step;
      }
    }
    CHECK_EQ(sum, step + 190L * step);
    CHECK_EQ(high, kTasks - 1 + step);

    long outer = 0;
#pragma omp taskgroup task_reduction(+ : outer)
    {
      RONDO_TASKGRAPH() {
        for (int i = 0; i < kTasks; i++)
#pragma omp task in_reduction(+ : outer) firstprivate(i, step)
          outer += i + step;
      }
    }
    CHECK_EQ(outer, 190 + kTasks * step);

    long loop = 0;
    RONDO_TASKGRAPH() {
#pragma omp taskloop reduction(+ : loop) num_tasks(4) firstprivate(step)
      for (int i = 0; i < 50; i++) loop += i + step;
    }
    CHECK_EQ(loop, 1225 + 50 * step);
  }
  return check_finish();
}
