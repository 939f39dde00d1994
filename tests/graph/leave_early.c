// SPDX-License-Identifier: Apache-2.0
//
// A block left by break, goto or return: its tasks are waited for, nothing is recorded, the next complete encounter
// records; after a record, leaving a re-capture early is still right.
//
// test: STDERR_MAY 'leave_early\.c:'
#include "graph/graph_check.h"

enum { kTasks = 12 };

static int cells[kTasks];

static void create(int first, int n) {
  for (int i = first; i < first + n; i++)
#pragma omp task depend(inout : cells[i]) firstprivate(i)
    cells[i]++;
}

static void expect(const int* expected) {
  for (int i = 0; i < kTasks; i++) CHECK_EQ(cells[i], expected[i]);
}

static void add(int* expected, int first, int n) {
  for (int i = first; i < first + n; i++) expected[i]++;
}

static void by_break(int leave) {
  RONDO_TASKGRAPH() {
    create(0, 6);
    if (leave) break;
    create(6, 6);
  }
}

static int by_return(int leave) {
  RONDO_TASKGRAPH() {
    create(0, 6);
    if (leave) return 1;
    create(6, 6);
  }
  return 0;
}

static int by_goto(int leave) {
  RONDO_TASKGRAPH() {
    create(0, 6);
    if (leave) goto out;
    create(6, 6);
  }
  return 0;
out:
  return 1;
}

int main(void) {
  int expected[kTasks] = {0};
#pragma omp parallel
#pragma omp single
  for (int step = 0; step < 12; step++) {
    const int leave = step % 4 == 0 || step % 4 == 2;  // before a record exists and after
    by_break(leave);
    add(expected, 0, leave ? 6 : kTasks);
    expect(expected);
    CHECK_EQ(by_return(leave), leave);
    add(expected, 0, leave ? 6 : kTasks);
    expect(expected);
    CHECK_EQ(by_goto(leave), leave);
    add(expected, 0, leave ? 6 : kTasks);
    expect(expected);
  }
  return check_finish();
}
