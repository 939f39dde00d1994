/* SPDX-License-Identifier: Apache-2.0
 *
 * Regions and loops that do not wait at their end, but whose code waits in between: code behind them finds done what
 * that code has waited for, whether it has run or was skipped. Recorded, re-captured and pure; every form of the loop.
 *
 * test: ENV RONDO_GRAPH_WAY=spread
 * test waits_inside_auto:
 */
#include <stdlib.h>

#include "graph_check.h"

enum { kEncounters = 6, kTasks = 5, kIterations = 7 };
enum { kTaskwait, kTaskwaitDepend, kTaskgroup, kTaskloop, kWaits };

static int cells[kTasks];
static int n_before, n_behind;

static void count(int* n) {
#pragma omp atomic
  (*n)++;
}

static int value_of(int* n) {
  int value;
#pragma omp atomic read
  value = *n;
  return value;
}

static void create_before(void) {
  for (int i = 0; i < kTasks; i++) {
#pragma omp task depend(inout : cells[0])
    {
      spin_for(50);
      count(&n_before);
    }
  }
}

static void wait_in_between(int how) {
  if (how == kTaskwait) {
    create_before();
#pragma omp taskwait
  } else if (how == kTaskwaitDepend) {
    create_before();
#pragma omp taskwait depend(in : cells[0])
  } else if (how == kTaskgroup) {
#pragma omp taskgroup
    create_before();
  } else {
#pragma omp taskloop grainsize(1)
    for (int i = 0; i < kTasks; i++) {
      spin_for(50);
      count(&n_before);
    }
  }
}

static void create_behind(void) {
#pragma omp task
  {
    spin_for(50);
    count(&n_behind);
  }
}

static void create(int how) {
  wait_in_between(how);
  create_behind();
}

static void begin(void) { n_before = n_behind = 0; }

static void end(int n) {
#pragma omp taskwait
  CHECK_EQ(n_behind, n);
}

static void regions(int how) {
  for (int encounter = 0; encounter < kEncounters; encounter++) {
    begin();
    RONDO_TASKGRAPH(rondo_nogroup(), rondo_same_data(), rondo_graph_id(how)) { create(how); }
    CHECK_EQ(value_of(&n_before), kTasks);
    end(1);
    begin();
    RONDO_TASKGRAPH(rondo_nogroup(), rondo_graph_id(how)) { create(how); }
    CHECK_EQ(value_of(&n_before), kTasks);
    end(1);
  }
}

/* What the last wait is for. With nogroup the tasks are those of the loop, so that only a taskgroup waits for them. */
static void loops(int how, int n) {
  begin();
  RONDO_TASKITER(t, n, rondo_inline()) { create(how); }
  CHECK_EQ(value_of(&n_before), kTasks * n);
  end(n);

  begin();
#pragma omp taskgroup
  {
    RONDO_TASKITER(t, n, rondo_nogroup()) { create(how); }
    CHECK_EQ(value_of(&n_before), kTasks * n);
  }
  end(n);

  begin();
  RONDO_TASKITER(t, n, rondo_inline(), rondo_update()) { create(how); }
  CHECK_EQ(value_of(&n_before), kTasks * n);
  end(n);

  begin();
  RONDO_TASKITER(t, n, rondo_inline(), rondo_unroll(2)) {
    if (t % 2 == 0) create(how);
    if (t % 2 == 1) create_behind();
  }
  CHECK_EQ(value_of(&n_before), kTasks * ((n + 1) / 2));
  end(n);

  int i = 0;
  begin();
  RONDO_TASKITER_WHILE(i < n, rondo_inline(), rondo_condition_on(&i)) {
    create(how);
#pragma omp task shared(i) depend(inout : i)
    i++;
  }
  CHECK_EQ(value_of(&n_before), kTasks * n);
  end(n);
}

int main(void) {
  const char* way = getenv("RONDO_GRAPH_WAY"); /* else a few encounters are ordinary tasks */
#pragma omp parallel
#pragma omp single
  {
    graph_stats_begin();
    for (int how = 0; how < kWaits; how++) regions(how);
    if (way != NULL) CHECK_COUNT(pure_replays, kWaits * (kEncounters - 1));
    for (int how = 0; how < kWaits; how++) {
      for (int n = 0; n < kIterations; n++) loops(how, n);
    }
  }
  return check_finish();
}
