// SPDX-License-Identifier: Apache-2.0
//
// Detachable tasks in regions and loops: each replay has events of its own, and what depends on such a task starts
// when its body and its event are over. The events are fulfilled by another thread, by the body, by another task, by
// the region's code before the task runs or after everything else. All of them give the results of ordinary tasks.
//
// test: STDERR_MAY 'events\.c:'
// test: NOT_STOCK gcc 'libgomp 12 crashes, or runs an undeferred task before the events that it depends on'
#include "graph/event_lanes.h"

enum { kEncounters = 12 };

static void expect_all(const char* what, int step, int way) {
  int is_right = 1;
  for (int i = 0; i < kLanes; i++) is_right &= out[i] == 2 * (100 * step + i) + 1;
  if (!CHECK(is_right && count == kLanes)) fprintf(stderr, "%s, step %d, way %d\n", what, step, way);
}

static void lanes(int step, int way, int n) {
  omp_event_handle_t later[kLanes];
  for (int i = 0; i < n; i++) lane(i, step, way, later);
  for (int i = 0; i < n && way == kCodeLater; i++) omp_fulfill_event(later[i]);
}

static void captured(int way) {
  graph_stats_begin();
  for (int step = 0; step < kEncounters; step++) {
    count = 0;
    RONDO_TASKGRAPH(rondo_graph_id(way)) lanes(step, way, kLanes);
    expect_all("captured", step, way);
  }
  CHECK_COUNT(records, 1);
  CHECK_COUNT(recaptures, kEncounters - 1);
  CHECK_COUNT(mismatches, 0);
}

/* The data is the same in each step. The region's code is needed where it fulfils events, or gives one to a task. */
static void pure(int way) {
  const int is_pure = way == kDevice || way == kBody;
  graph_stats_begin();
  for (int step = 0; step < kEncounters; step++) {
    count = 0;
    for (int i = 0; i < kLanes; i++) in[i] = out[i] = -1;
    RONDO_TASKGRAPH(rondo_graph_id(way), rondo_same_data()) lanes(7, way, kLanes);
    expect_all("pure", 7, way);
  }
  CHECK_COUNT(records, 1);
  CHECK_COUNT(pure_replays, is_pure ? kEncounters - 1 : 0);
  CHECK_COUNT(recaptures, is_pure ? 0 : kEncounters - 1);
}

/* Also several at the same time. */
static void left_open(int way) {
  for (int step = 0; step < kEncounters; step++) {
    count = 0;
    RONDO_TASKGRAPH(rondo_graph_id(way), rondo_nogroup()) lanes(step, way, kLanes);
    int seen[kLanes];
    for (int i = 0; i < kLanes; i++) {
#pragma omp task depend(in : out[i]) shared(seen) firstprivate(i)
      seen[i] = out[i];
    }
#pragma omp taskwait
    for (int i = 0; i < kLanes; i++) CHECK_EQ(seen[i], out[i]);
    expect_all("left open", step, way);
  }
}

/* Code behind the region fulfils the event: neither the region is waited for, nor more than the dependences say. */
static void fulfilled_behind(void) {
  for (int step = 0; step < kEncounters; step++) {
    static int x, y, z;
    omp_event_handle_t event = (omp_event_handle_t)0;
    x = y = z = 0;
    RONDO_TASKGRAPH(rondo_nogroup()) {
#pragma omp task depend(out : x)
      x = 1;
#pragma omp task detach(event) depend(out : y)
      y = 1;
#pragma omp task depend(in : x, y) depend(out : z)
      z = x + y;
    }
#pragma omp task depend(in : x) firstprivate(event)
    omp_fulfill_event(event);
#pragma omp task depend(inout : z)
    z += 10;
#pragma omp taskwait
    CHECK_EQ(z, 12);
  }
}

/* The rest of the region is other than recorded: with fewer or more tasks, with other dependences, of a task with an
 * event or of one without, undeferred. Nothing in the middle waits for what only comes later. */
static void changed(int way) {
  for (int step = 0; step < 3 * kEncounters; step++) {
    static int x, y, z;
    omp_event_handle_t first = (omp_event_handle_t)0, second = first;
    const int how = step % 7;
    x = y = z = 0;
    RONDO_TASKGRAPH(rondo_graph_id(way)) {
#pragma omp task detach(first) depend(out : x) firstprivate(way)
      start(&x, 1, first, way);
      if (how == 1) {
#pragma omp task detach(second) depend(in : x) depend(out : z) firstprivate(way)
        start(&z, 5, second, way);
      } else if (how == 2) {
#pragma omp task detach(second) depend(out : z) firstprivate(way)
        start(&z, 5, second, way);
      } else if (how != 3) {
#pragma omp task detach(second) depend(out : y) firstprivate(way)
        start(&y, 5, second, way);
      }
      if (how == 4) {
#pragma omp task depend(in : x) depend(inout : z)
        z += 3;
      } else if (how == 5 && (way == kDevice || way == kBody)) {
#pragma omp task if (0) depend(in : x) depend(inout : y)
        y += 3;
      } else {
#pragma omp task depend(in : x) depend(inout : y)
        y += 3;
      }
      if (way != kDevice && way != kBody) {
        if (how != 3) omp_fulfill_event(second);
        omp_fulfill_event(first);
      }
      if (how == 6) {
#pragma omp task depend(inout : y)
        y += x;
      }
    }
    const int want_z = how == 1 || how == 2 ? 5 : how == 4 ? 3 : 0;
    const int want_y = (how == 1 || how == 2 || how == 3 ? 0 : 5) + (how == 4 ? 0 : 3) + (how == 6 ? 1 : 0);
    if (!CHECK(y == want_y && z == want_z && x == 1)) fprintf(stderr, "changed %d, way %d: %d %d\n", how, way, y, z);
  }
}

static void looped(int way, int unrolled) {
  for (int encounter = 0; encounter < 3; encounter++) {
    static int sum, last[kLanes];
    sum = 0;
    for (int i = 0; i < kLanes; i++) last[i] = 0;
    RONDO_TASKITER(iteration, 40, rondo_unroll(unrolled)) {
      for (int i = 0; i < kLanes; i++) {
        omp_event_handle_t event = (omp_event_handle_t)0;
#pragma omp task detach(event) depend(inout : in[i]) firstprivate(i, way)
        start(&in[i], last[i] + i, event, way);
#pragma omp task depend(inout : in[i]) depend(inout : last[i]) firstprivate(i)
        last[i] = in[i] + 1;
#pragma omp task depend(in : last[i]) depend(inout : sum) firstprivate(i)
        sum += last[i] == 0;
      }
    }
    for (int i = 0; i < kLanes; i++) CHECK_EQ(last[i], 40 * (i + 1));
    CHECK_EQ(sum, 0);
  }
}

/* A while loop; and a task without predecessors, which follows only itself. */
static void looped_while(int way) {
  for (int encounter = 0; encounter < 3; encounter++) {
    static int n, x;
    int n_alone = 0;
    n = x = 0;
    RONDO_TASKITER_WHILE(n < 25, rondo_condition_on(&n)) {
      omp_event_handle_t event = (omp_event_handle_t)0;
#pragma omp task detach(event) depend(out : x) firstprivate(way)
      start(&x, 3, event, way);
#pragma omp task depend(in : x) depend(inout : n)
      n += x == 3;
      omp_event_handle_t other = (omp_event_handle_t)0;
#pragma omp task detach(other) shared(n_alone)
      {
        n_alone++;
        omp_fulfill_event(other);
      }
    }
    CHECK_EQ(n, 25);
    CHECK_EQ(n_alone, 25);
  }
}

/* A taskgroup in the region waits for its own tasks, not for those before it. */
static void grouped(void) {
  for (int step = 0; step < kEncounters; step++) {
    static int x, y;
    omp_event_handle_t event = (omp_event_handle_t)0;
    x = y = 0;
    RONDO_TASKGRAPH() {
#pragma omp task detach(event) depend(out : x)
      x = 1;
#pragma omp taskgroup
      {
#pragma omp task depend(out : y)
        y = 1;
      }
      CHECK_EQ(y, 1);
      omp_fulfill_event(event);
#pragma omp task depend(in : x, y) depend(inout : y)
      y += x;
    }
    CHECK_EQ(y, 2);
  }
}

int main(void) {
  open_device();
#pragma omp parallel
#pragma omp single
  {
    for (int way = 0; way < kWays; way++) {
      captured(way);
      pure(way);
      left_open(way);
      changed(way);
    }
    fulfilled_behind();
    for (int unrolled = 1; unrolled < 4; unrolled++) looped(kDevice, unrolled);
    looped(kBody, 1);
    looped_while(kDevice);
    looped_while(kBody);
    grouped();
  }
  close_device();
  return check_finish();
}
