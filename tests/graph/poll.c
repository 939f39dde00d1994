// SPDX-License-Identifier: Apache-2.0
//
// The poll service of rondo/poll.h: tasks begin operations of a device that only a registered function looks at. In
// ordinary tasks, in regions that are captured again and replayed pure, and between regions; with threads that have
// work, that wait at all kinds of waits, and with one thread.
//
// tests: QUICK
// test: ENV OMP_NUM_THREADS=2
// test alone: ENV OMP_NUM_THREADS=1
// test asleep: ENV OMP_NUM_THREADS=3 OMP_WAIT_POLICY=passive
#include <omp.h>
#include <stdlib.h>

#include "graph/graph_check.h"

/* So many looks in vain that creators that waited for each task behind an operation would give up a time slice for each
   look, and a crowded machine would need many seconds (tests/unit/sched/inline_policy_test.cpp, long waits). */
enum { kOperations = 64, kLooks = 3 };

/* Each operation ends when it has been looked at so often. */
typedef struct {
  int* target;
  int value;
  omp_event_handle_t event;
  int is_pending; /* set by the task, cleared by look() */
  int n_looks;
} operation;
static operation operations[kOperations];
static rondo_poll* device;
static long n_calls;

static int look(void* data) {
  int n_ended = 0;
  CHECK(data == operations);
  n_calls++;
  for (int i = 0; i < kOperations; i++) {
    operation* it = &operations[i];
    if (!__atomic_load_n(&it->is_pending, __ATOMIC_ACQUIRE) || ++it->n_looks < kLooks) continue;
    *it->target = it->value;
    const omp_event_handle_t event = it->event;
    __atomic_store_n(&it->is_pending, 0, __ATOMIC_RELEASE);
    omp_fulfill_event(event);
    n_ended++;
  }
  return n_ended;
}

static void begin(int i, int* target, int value, omp_event_handle_t event) {
  operation* it = &operations[i];
  if (!device) { /* another runtime */
    *target = value;
    omp_fulfill_event(event);
    return;
  }
  it->target = target;
  it->value = value;
  it->event = event;
  it->n_looks = 0;
  rondo_poll_expect(device, 1);
  __atomic_store_n(&it->is_pending, 1, __ATOMIC_RELEASE);
}

static int in[kOperations], out[kOperations], step_now;

static void tasks(void) {
  for (int i = 0; i < kOperations; i++) {
    omp_event_handle_t event = (omp_event_handle_t)0;
#pragma omp task detach(event) depend(out : in[i]) firstprivate(i)
    begin(i, &in[i], 100 * step_now + i, event);
#pragma omp task depend(in : in[i]) depend(out : out[i]) firstprivate(i)
    out[i] = in[i] + 1;
  }
}

static void expect_all(int step) {
  int is_right = 1;
  for (int i = 0; i < kOperations; i++) is_right &= out[i] == 100 * step + i + 1;
  CHECK(is_right);
}

int main(void) {
  if (rondo_poll_register) {
    CHECK(!rondo_poll_register(NULL, NULL));
    device = rondo_poll_register(look, operations);
    CHECK(device != NULL);
  }
#pragma omp parallel
#pragma omp single
  {
    for (step_now = 0; step_now < 10; step_now++) {
      tasks();
#pragma omp taskwait
      expect_all(step_now);
    }
    for (step_now = 10; step_now < 20; step_now++) {
#pragma omp taskgroup
      tasks();
      expect_all(step_now);
    }
    graph_stats_begin();
    for (step_now = 20; step_now < 30; step_now++) {
      RONDO_TASKGRAPH(rondo_graph_id(1)) tasks();
      expect_all(step_now);
    }
    CHECK_COUNT(mismatches, 0);
    for (step_now = 30; step_now < 40; step_now++) {
      RONDO_TASKGRAPH(rondo_same_data(), rondo_graph_id(2)) tasks();
      expect_all(step_now);
    }
    step_now = 40;
    tasks();
  } /* waited for by the barrier */
  expect_all(40);

  /* The initial thread alone. */
  step_now = 41;
  tasks();
#pragma omp taskwait
  expect_all(41);

  if (device) {
    /* Nothing is pending: nothing is called. */
    const long n_before = n_calls;
    CHECK(n_before >= kLooks);
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
      step_now = 42;
    }
    CHECK_EQ(n_calls, n_before);
    rondo_poll_unregister(device);
    rondo_poll_unregister(NULL);
  }
  return check_finish();
}
