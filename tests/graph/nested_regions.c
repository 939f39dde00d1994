// SPDX-License-Identifier: Apache-2.0
//
// A region inside a region: in a task of the outer one, and directly in its block; each keeps its own record or runs
// as ordinary tasks, and the results are those of ordinary tasks at every encounter.
//
// test: STDERR_MAY 'nested_regions\.c:'
#include "graph/graph_check.h"

enum { kOuter = 5, kInner = 7, kEncounters = 10 };

static void inner(long* cell, int factor) {
  RONDO_TASKGRAPH() {
    for (int i = 0; i < kInner; i++)
#pragma omp task depend(inout : *cell) firstprivate(cell, factor, i)
      *cell = (*cell * 3 + (long)factor * i + 1) % 1000003;
  }
}

static long serial_inner(long cell, int factor) {
  for (int i = 0; i < kInner; i++) cell = (cell * 3 + (long)factor * i + 1) % 1000003;
  return cell;
}

int main(void) {
  long cells[kOuter] = {0}, expected[kOuter] = {0};
  long direct = 0, other = 0;
#pragma omp parallel
#pragma omp single
  for (int step = 0; step < kEncounters; step++) {
    RONDO_TASKGRAPH() {
      for (int i = 0; i < kOuter; i++) {
        long *left = &cells[i > 0 ? i - 1 : 0], *cell = &cells[i];
#pragma omp task depend(in : *left) depend(inout : *cell) firstprivate(left, cell, step, i)
        {
          *cell += *left;
          inner(cell, step + i);
        }
      }
    }
    for (int i = 0; i < kOuter; i++) {
      expected[i] = serial_inner(expected[i] + expected[i > 0 ? i - 1 : 0], step + i);
      CHECK_EQ(cells[i], expected[i]);
    }
    RONDO_TASKGRAPH() {
#pragma omp task depend(inout : direct) shared(direct)
      direct = direct * 5 % 1000003 + 1;
      inner(&other, 0);  // has ended when the block goes on: the inner region waits for its own tasks
#pragma omp task depend(inout : direct) shared(direct) firstprivate(step)
      direct = (direct * 7 + step) % 1000003;
    }
  }
  long replayed = 0, inner_result = 0;
  for (int step = 0; step < kEncounters; step++) {
    replayed = replayed * 5 % 1000003 + 1;
    inner_result = serial_inner(inner_result, 0);
    replayed = (replayed * 7 + step) % 1000003;
  }
  CHECK_EQ(direct, replayed);
  CHECK_EQ(other, inner_result);
  return check_finish();
}
