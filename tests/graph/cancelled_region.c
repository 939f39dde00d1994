// SPDX-License-Identifier: Apache-2.0
//
// cancel parallel after a graph has been released with nogroup: its nodes that have not begun are discarded like any
// tasks, whether the encounter captures again or is pure, and the record stays right for the encounters of later
// regions. (OMP_CANCELLATION=true)
//
// test: ENV OMP_CANCELLATION=true
#include "graph/graph_check.h"

enum { kTasks = 12, kEncounters = 9 };

static int n_ran;
int order;

static void chain(rondo_clause mode) {
  RONDO_TASKGRAPH(mode, rondo_nogroup(), rondo_graph_id(mode.kind)) {
    for (int i = 0; i < kTasks; i++)
#pragma omp task depend(inout : order)
      __atomic_fetch_add(&n_ran, 1, __ATOMIC_RELAXED);
  }
}

// The region's other threads do nothing until it is cancelled, so nobody has begun a task by then. They are inside
// before its tasks are created: a thread that still looks for work behind the last region may run tasks of this one.
static void cancelled_region(rondo_clause mode) {
  int n_inside = 0;
#pragma omp parallel shared(n_inside)
  {
    if (omp_get_thread_num() == 0) {
      while (__atomic_load_n(&n_inside, __ATOMIC_ACQUIRE) != omp_get_num_threads() - 1) sched_yield();
      chain(mode);
#pragma omp cancel parallel
    } else {
      __atomic_add_fetch(&n_inside, 1, __ATOMIC_RELEASE);
    }
    for (;;) {
#pragma omp cancellation point parallel
      sched_yield();
    }
  }
}

// A loop whose condition stays true ends with the region.
static void endless_loop(void) {
  int has_begun = 0;
#pragma omp parallel num_threads(2) shared(has_begun)
  {
    if (omp_get_thread_num() == 0) {
      RONDO_TASKITER_WHILE(order >= 0) {
#pragma omp task depend(inout : order) shared(has_begun)
        __atomic_store_n(&has_begun, 1, __ATOMIC_RELEASE);
      }
    } else {
      while (!__atomic_load_n(&has_begun, __ATOMIC_ACQUIRE)) sched_yield();
#pragma omp cancel parallel
    }
  }
}

static void whole_region(rondo_clause mode) {
#pragma omp parallel
#pragma omp single
  chain(mode);
}

int main(void) {
  CHECK(omp_get_cancellation());
  const int is_alone = omp_get_max_threads() == 1;  // tasks may then run where they are created
  for (int pure = 0; pure < 2; pure++) {
    const rondo_clause mode = pure ? rondo_recurrent() : rondo_no_clause();
    for (int e = 0; e < kEncounters; e++) {
      n_ran = 0;
      if (e % 3 == 1) {
        cancelled_region(mode);
        CHECK(is_alone || n_ran == 0);
      } else {
        whole_region(mode);
        CHECK_EQ(n_ran, kTasks);
      }
    }
  }
  if (rondo_get_graph_stats) endless_loop();  // elsewhere the loop is an ordinary one
  return check_finish();
}
