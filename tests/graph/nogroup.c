// SPDX-License-Identifier: Apache-2.0
//
// nogroup: the region returns while its tasks may still run; taskwait, the end of a taskgroup and a barrier wait for
// them, in encounters that record and in encounters that replay, re-captured and pure.
#include "graph/graph_check.h"

enum { kTasks = 30, kEncounters = 10 };

static int cells[kTasks];

static void create(int step) {
  for (int i = 0; i < kTasks; i++)
#pragma omp task depend(inout : cells[i % 7]) firstprivate(i, step)
  {
    spin_for(200);
    cells[i] += step;
  }
}

static void create_same(void) {
  for (int i = 0; i < kTasks; i++)
#pragma omp task depend(inout : cells[i % 7]) firstprivate(i)
  {
    spin_for(200);
    cells[i] += 1;
  }
}

static void expect(int value) {
  for (int i = 0; i < kTasks; i++) CHECK_EQ(cells[i], value);
}

// Recorded, re-captured and pure.
static void leave_before_the_tasks(void) {
  for (int step = 0; step < kEncounters; step++) {
    RONDO_TASKGRAPH(rondo_nogroup()) {
#pragma omp task
      wait_for_creator();
    }
    creator_leaves();
    RONDO_TASKGRAPH(rondo_nogroup(), rondo_same_data()) {
#pragma omp task
      wait_for_creator();
    }
    creator_leaves();
  }
}

int main(void) {
  int total = 0, expected_slot = 0;
  int slots[4] = {0, 0, 0, 0};
#pragma omp parallel
#pragma omp single
  leave_before_the_tasks();
#pragma omp parallel
#pragma omp single
  for (int step = 0; step < kEncounters; step++) {
    RONDO_TASKGRAPH(rondo_nogroup()) { create(step); }
#pragma omp taskwait
    expect(total += step);
#pragma omp taskgroup
    RONDO_TASKGRAPH(rondo_nogroup()) { create(step); }
    expect(total += step);
#pragma omp taskgroup
    RONDO_TASKGRAPH(rondo_nogroup(), rondo_same_data()) { create_same(); }
    expect(total += 1);
    // Overlapping encounters of one record: the second starts while tasks of the first may still run.
    for (int repeat = 0; repeat < 4; repeat++) {
      int* slot = &slots[repeat];
      RONDO_TASKGRAPH(rondo_nogroup()) {
#pragma omp task depend(inout : *slot) firstprivate(slot, step)
        *slot += step;
#pragma omp task depend(inout : *slot) firstprivate(slot)
        *slot = *slot * 2 + 1;
      }
    }
#pragma omp taskwait
    expected_slot = (expected_slot + step) * 2 + 1;
    for (int repeat = 0; repeat < 4; repeat++) CHECK_EQ(slots[repeat], expected_slot);
  }
  for (int step = 0; step < kEncounters; step++) {
#pragma omp parallel
    {
#pragma omp single nowait
      RONDO_TASKGRAPH(rondo_nogroup()) { create(step); }
#pragma omp barrier
      expect(total + step);
#pragma omp barrier
#pragma omp single
      total += step;
    }
  }
  return check_finish();
}
