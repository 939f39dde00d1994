// SPDX-License-Identifier: Apache-2.0
//
// What follows from a task that was blocked keeps its priority: it does not wait until the thread has run a chain of
// other tasks. As tasks, and as nodes of a region that is captured again or replayed pure. One thread, which looks at
// other operations, too.
//
// test: NOT_STOCK gcc 'only Rondo has these functions' clang 'only Rondo has these functions'
// test: ENV OMP_NUM_THREADS=1 OMP_MAX_TASK_PRIORITY=1
#include <omp.h>

#include "graph/graph_check.h"

enum { kLinks = 60, kUnblocks = 10, kTimes = 8 };

static rondo_suspension message, begun;
static char halo, chain;
static int n_links, n_before[kTimes], n_times;

// Something that is pending, as far as Rondo knows.
static int look(void* data) {
  (void)data;
  return 0;
}

// The chain begins when the message is waited for, in whatever order tasks are taken.
static void go_on(int link) {
  if (link == 0) rondo_task_block(&begun);
  n_links++;
  if (link == kUnblocks) rondo_task_unblock(&message);
}

static void receive(void) {
  rondo_task_unblock(&begun);
  rondo_task_block(&message);
}

static void use_halo(void) { n_before[n_times++] = n_links; }

static void create(void) {
#pragma omp task depend(inout : halo)
  receive();
#pragma omp task depend(inout : halo) priority(1)
  use_halo();
  for (int i = 0; i < kLinks; i++) {
#pragma omp task depend(inout : chain) firstprivate(i)
    go_on(i);
  }
}

static void begin(void) {
  n_links = 0;
  message.state = begun.state = NULL;
}

static void expect_early(const char* form) {
  CHECK_EQ(n_times, kTimes);
  for (int k = 0; k < n_times; k++) {
    if (n_before[k] < kUnblocks + 1 || n_before[k] > kUnblocks + 4) printf("%s: %d tasks before\n", form, n_before[k]);
    CHECK(n_before[k] >= kUnblocks + 1 && n_before[k] <= kUnblocks + 4);
  }
  n_times = 0;
}

int main(void) {
  rondo_enable_blocking();
  rondo_poll* const poll = rondo_poll_register(look, NULL);
#pragma omp parallel
#pragma omp single
  {
    for (int k = 0; k < kTimes; k++) {
      begin();
      create();
#pragma omp taskwait
    }
    expect_early("tasks");
    for (int k = 0; k < kTimes; k++) {
      begin();
      RONDO_TASKGRAPH(rondo_graph_id(1)) create();
    }
    expect_early("captured");
    for (int k = 0; k < kTimes; k++) {
      begin();
      RONDO_TASKGRAPH(rondo_graph_id(2), rondo_same_data()) create();
    }
    expect_early("pure");
  }
  rondo_poll_unregister(poll);
  return check_finish();
}
