// SPDX-License-Identifier: Apache-2.0
//
// A loop whose tasks are those of a task graph region, or of another loop, around it: it waits at its end and for its
// condition as it does elsewhere, whether the tasks are ordinary ones, recorded, replayed, or run in order.
#include "graph/graph_check.h"

enum { kIterations = 4, kEncounters = 20 };

static long cell, steps, seen, sum;

static void add(long value) {
  spin_for(50);
  cell += value;
  steps++;
}

// The block's own code, and a task without dependences, come behind the loop.
static void counted(long value) {
  RONDO_TASKGRAPH() {
    RONDO_TASKITER(t, kIterations) {
#pragma omp task depend(inout : cell) firstprivate(value)
      add(value);
    }
    seen = cell;
#pragma omp task
    sum += cell;
  }
}

static void left_early(long value) {
  RONDO_TASKGRAPH() {
    RONDO_TASKITER(t, kIterations) {
#pragma omp task depend(inout : cell) firstprivate(value)
      add(value);
      if (t == 1) break;
    }
    seen = cell;
  }
}

static void with_condition(long value) {
  steps = 0;
  RONDO_TASKGRAPH() {
    RONDO_TASKITER_WHILE(steps < kIterations) {
#pragma omp task depend(inout : cell) firstprivate(value)
      add(value);
    }
  }
}

// The condition is evaluated while another task still runs.
static void with_named_condition(long value) {
  steps = 0;
  RONDO_TASKGRAPH() {
    RONDO_TASKITER_WHILE(steps < kIterations, rondo_condition_on(&cell)) {
#pragma omp task depend(inout : cell) firstprivate(value)
      add(value);
#pragma omp task depend(inout : sum)
      sum++;
    }
  }
}

static void in_another_loop(long value) {
  RONDO_TASKITER(round, 3) {
    RONDO_TASKITER(t, kIterations) {
#pragma omp task depend(inout : cell) firstprivate(value)
      add(value);
    }
#pragma omp task
    sum += cell;
#pragma omp taskwait
  }
}

int main(void) {
#pragma omp parallel
#pragma omp single
  for (long e = 1; e <= kEncounters; e++) {
    cell = sum = 0;
    counted(e);
    CHECK_EQ(seen, kIterations * e);
    CHECK_EQ(sum, kIterations * e);
    left_early(e);
    CHECK_EQ(seen, (kIterations + 2) * e);
    cell = sum = 0;
    with_condition(e);
    CHECK_EQ(cell, kIterations * e);
    with_named_condition(e);
    CHECK_EQ(cell, 2 * kIterations * e);
    CHECK_EQ(sum, kIterations);
    cell = sum = 0;
    in_another_loop(e);
    CHECK_EQ(cell, 3 * kIterations * e);
    CHECK_EQ(sum, (1 + 2 + 3) * kIterations * e);
  }
  return check_finish();
}
