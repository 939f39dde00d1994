// SPDX-License-Identifier: Apache-2.0
//
// Detachable tasks in loops that go round a cyclic graph: each task has an event of its own in each iteration, and is
// over when its body and its event are. The event is fulfilled by a thread that knows nothing of OpenMP, or by the
// body. Results are those of ordinary tasks, for every form of the loop; also for a loop that is cancelled.
//
// test: ENV OMP_CANCELLATION=true STDERR_MAY 'loop_events\.c:'
// test: NOT_STOCK gcc 'libgomp 12 crashes with detachable tasks'
#include "graph/events.h"

enum { kLanes = 5, kIterations = 30 };

enum { kDevice, kBody, kBoth, kWays };

static int in[kLanes], last[kLanes], sum;

static void start(int* target, int value, omp_event_handle_t event, int way) {
  if (way == kDevice || (way == kBoth && value % 3 != 0)) {
    submit(target, value, event);
  } else {
    *target = value;
    omp_fulfill_event(event);
  }
}

static void reset(void) {
  sum = 0;
  for (int i = 0; i < kLanes; i++) in[i] = last[i] = 0;
}

static void lanes(int way) {
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

static uint64_t iterations_of_graphs(void) {
  rondo_taskiter_stats stats = {0, 0, 0, 0, 0, 0, 0};
  if (rondo_get_taskiter_stats) rondo_get_taskiter_stats(&stats);
  return stats.iterations;
}

/* `expected`: so many iterations have run since `before` from a cyclic graph. */
static void expect(const char* form, int way, uint64_t before, uint64_t expected) {
  int is_right = sum == 0;
  for (int i = 0; i < kLanes; i++) is_right &= last[i] == kIterations * (i + 1);
  if (rondo_get_taskiter_stats) is_right &= iterations_of_graphs() - before == expected;
  if (CHECK(is_right)) return;
  fprintf(stderr, "%s, way %d: %d, %d iterations\n", form, way, last[0], (int)(iterations_of_graphs() - before));
}

static void each_form(int way) {
  uint64_t before = iterations_of_graphs();
  reset();
  RONDO_TASKITER(t, kIterations) lanes(way);
  expect("plain", way, before, kIterations - 1);

  before = iterations_of_graphs();
  reset();
  RONDO_TASKITER(t, kIterations, rondo_unroll(4)) lanes(way);
  expect("unrolled", way, before, kIterations - 4);

  before = iterations_of_graphs();
  reset();
  RONDO_TASKITER(t, kIterations, rondo_update()) lanes(way);
  expect("update", way, before, kIterations - 1);

  before = iterations_of_graphs();
  reset();
#pragma omp taskgroup
  {
    RONDO_TASKITER(t, kIterations, rondo_nowait()) lanes(way);
  }
  expect("nowait", way, before, kIterations - 1);

  before = iterations_of_graphs();
  reset();
  int seen[kLanes];
  RONDO_TASKITER(t, kIterations, rondo_inline()) lanes(way);
  for (int i = 0; i < kLanes; i++) {
#pragma omp task depend(in : last[i]) shared(seen) firstprivate(i)
    seen[i] = last[i];
  }
#pragma omp taskwait
  for (int i = 0; i < kLanes; i++) CHECK_EQ(seen[i], last[i]);
  expect("inline", way, before, kIterations - 1);

  before = iterations_of_graphs();
  reset();
  static int n;
  n = 0;
  RONDO_TASKITER_WHILE(n < kIterations, rondo_condition_on(&n)) {
    lanes(way);
#pragma omp task depend(inout : n)
    n++;
  }
  expect("while", way, before, kIterations - 1);

  before = iterations_of_graphs();
  reset();
  n = 0;
  RONDO_TASKITER_WHILE(n < kIterations, rondo_condition_on(&n), rondo_inline()) {
    lanes(way);
#pragma omp task depend(inout : n)
    n++;
  }
#pragma omp taskwait
  expect("while, inline", way, before, 0);
}

/* Waits in the body, whose groups contain their events, or come behind pending ones: then no graph is made. */
static void with_waits(int way) {
  uint64_t before = iterations_of_graphs();
  reset();
  RONDO_TASKITER(t, kIterations, rondo_update()) {
#pragma omp taskgroup
    lanes(way);
  }
  expect("group", way, before, kIterations - 1);

  before = iterations_of_graphs();
  reset();
  RONDO_TASKITER(t, kIterations) {
    lanes(way);
#pragma omp taskwait
  }
  expect("wait", way, before, kIterations - 1);

  before = iterations_of_graphs();
  reset();
  RONDO_TASKITER(t, kIterations) {
#pragma omp taskgroup
    {
#pragma omp task
      sched_yield();
    }
    lanes(way);
  }
  expect("behind a group", way, before, 0);
}

/* The loop's own code fulfils the events, or gives them to other tasks: it has to run in each iteration. */
static void known_elsewhere(int by_task) {
  const uint64_t before = iterations_of_graphs();
  static int x, y;
  x = y = 0;
  RONDO_TASKITER(t, kIterations) {
    omp_event_handle_t event = (omp_event_handle_t)0;
#pragma omp task detach(event) depend(inout : x)
    x++;
    if (by_task) {
#pragma omp task firstprivate(event)
      omp_fulfill_event(event);
    } else {
      omp_fulfill_event(event);
    }
#pragma omp task depend(in : x) depend(inout : y)
    y += x;
  }
  CHECK_EQ(y, kIterations * (kIterations + 1) / 2);
  CHECK_EQ(iterations_of_graphs(), before);
}

static void cancelled(int way, int at) {
  static int x, n;
  x = n = 0;
  RONDO_TASKITER(t, kIterations) {
    omp_event_handle_t event = (omp_event_handle_t)0;
#pragma omp task detach(event) depend(inout : x) firstprivate(way)
    start(&x, x + 1, event, way);
#pragma omp task depend(inout : x) firstprivate(at)
    {
      if (x == at) {
#pragma omp cancel taskgroup
      }
#pragma omp cancellation point taskgroup
      n++;
    }
    omp_event_handle_t other = (omp_event_handle_t)0;
#pragma omp task detach(other) depend(in : x)
    omp_fulfill_event(other);
  }
  /* the detachable tasks of an ordinary loop run even then, those of a cancelled round need not */
  if (!CHECK(n == at - 1 && x >= at)) fprintf(stderr, "cancelled at %d, way %d: %d %d\n", at, way, n, x);
}

int main(void) {
  open_device();
#pragma omp parallel
#pragma omp single
  {
    for (int way = 0; way < kWays; way++) {
      each_form(way);
      with_waits(way);
      /* libomp discards a detachable task, and then waits for its event */
      for (int at = 1; at < 6 && rondo_get_taskiter_stats; at++) cancelled(way, at);
    }
    known_elsewhere(0);
    known_elsewhere(1);
  }
  close_device();
  return check_finish();
}
