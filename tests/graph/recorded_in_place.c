// SPDX-License-Identifier: Apache-2.0
//
// Tiny tasks with dependences run where they are created if nothing is left that they depend on, while a region is
// recorded, too: some of them are over when their creation is. So are those without dependences behind many that are
// ready. A replay then does what was recorded.
//
// test: ENV RONDO_AT_ONCE_NS=1000000
#include "graph_check.h"

enum { kTasks = 2000, kCells = 10, kReplays = 3 };

static unsigned long cells[kCells], expected[kCells];
static int n_started; /* by any thread, before a creation ends */

static void step(unsigned long* cell, unsigned long i) {
  *cell = *cell * 31 + i;
  __atomic_add_fetch(&n_started, 1, __ATOMIC_RELEASE);
}

/* How many of the tasks were over at the end of their creation. */
static int create(void) {
  int n_over = 0;
  for (unsigned long i = 0; i < kTasks; i++) {
    unsigned long* cell = &cells[i % kCells];
#pragma omp task depend(inout : *cell) firstprivate(cell, i)
    step(cell, i);
    n_over += __atomic_load_n(&n_started, __ATOMIC_ACQUIRE) == (int)i + 1;
  }
  return n_over;
}

static void begin(void) {
  n_started = 0;
  for (unsigned long i = 0; i < kTasks; i++) expected[i % kCells] = expected[i % kCells] * 31 + i;
}

static void compare(void) {
  for (int i = 0; i < kCells; i++) CHECK_EQ(cells[i], expected[i]);
}

/* Tasks of which each may create one more. */
static void independent(unsigned long* sums) {
  for (unsigned long i = 0; i < kTasks; i++) {
#pragma omp task firstprivate(sums, i)
    {
      sums[i] = sums[i] * 31 + i;
      if (i % 100 == 0) {
#pragma omp task firstprivate(sums, i)
        sums[i] += 7;
      }
    }
  }
}

static void expect_independent(const unsigned long* sums, int n_times) {
  for (unsigned long i = 0; i < kTasks; i++) {
    unsigned long sum = 0;
    for (int k = 0; k < n_times; k++) sum = sum * 31 + i + (i % 100 == 0 ? 7 : 0);
    CHECK_EQ(sums[i], sum);
  }
}

static void run_independent(void) {
  static unsigned long captured[kTasks], same[kTasks];
  for (int k = 1; k <= kReplays; k++) {
    RONDO_TASKGRAPH() independent(captured);
    expect_independent(captured, k);
    RONDO_TASKGRAPH(rondo_same_data()) independent(same);
    expect_independent(same, k);
  }
}

int main(void) {
#pragma omp parallel
#pragma omp single
  {
    int n_ordinary = 0, n_recorded = 0;
    for (int round = 0; round < 5; round++) {
      begin();
#pragma omp taskgroup
      n_ordinary += create();
      compare();
    }
    for (int encounter = 0; encounter < 5; encounter++) {
      begin();
      RONDO_TASKGRAPH(rondo_graph_id((uint64_t)encounter)) { n_recorded += create(); }
      compare();
    }
    CHECK_COUNT(records, 5);
    if (rondo_get_graph_stats && n_ordinary > 5 * kTasks / 2) CHECK(n_recorded > n_ordinary / 4);
    for (int replay = 0; replay < kReplays; replay++) {
      begin();
      RONDO_TASKGRAPH() { (void)create(); }
      compare();
    }
    run_independent();
  }
  return check_finish();
}
