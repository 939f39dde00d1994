// SPDX-License-Identifier: Apache-2.0
//
// A task of a region cancels the region's taskgroup, or one in the region's block: tasks that see it stop, the others
// are complete, the record stays right for the encounters that cancel nothing, and nothing around the region is
// cancelled with it. (OMP_CANCELLATION=true)
//
// test: ENV OMP_CANCELLATION=true
#include "graph/graph_check.h"

enum { kTasks = 12, kEncounters = 16 };

static int cancels_at, n_done, n_before, n_around, in_group;
int order;

static void chain(rondo_clause mode) {
  RONDO_TASKGRAPH(mode, rondo_graph_id(mode.kind)) {
#pragma omp task depend(out : order)
    __atomic_fetch_add(&n_before, 1, __ATOMIC_RELAXED);
    for (int i = 0; i < kTasks; i++)
#pragma omp task depend(inout : order) firstprivate(i)
    {
      if (i == __atomic_load_n(&cancels_at, __ATOMIC_RELAXED)) {
#pragma omp cancel taskgroup
      }
#pragma omp cancellation point taskgroup
      __atomic_fetch_add(&n_done, 1, __ATOMIC_RELAXED);
    }
  }
}

// Only the inner group is cancelled.
static void group_in_the_block(rondo_clause mode) {
  RONDO_TASKGRAPH(mode, rondo_graph_id(mode.kind)) {
#pragma omp taskgroup
    {
      for (int i = 0; i < kTasks; i++)
#pragma omp task firstprivate(i)
      {
        if (i == __atomic_load_n(&cancels_at, __ATOMIC_RELAXED)) {
#pragma omp cancel taskgroup
        }
#pragma omp cancellation point taskgroup
        __atomic_fetch_add(&in_group, 1, __ATOMIC_RELAXED);
      }
    }
    for (int i = 0; i < kTasks; i++)
#pragma omp task
    {
#pragma omp cancellation point taskgroup
      __atomic_fetch_add(&n_done, 1, __ATOMIC_RELAXED);
    }
  }
}

int main(void) {
  CHECK(omp_get_cancellation());
#pragma omp parallel
#pragma omp single
  for (int pure = 0; pure < 2; pure++) {
    const rondo_clause mode = pure ? rondo_recurrent() : rondo_no_clause();
    graph_stats_begin();
    for (int e = 0; e < kEncounters; e++) {
      cancels_at = e % 3 == 1 ? 4 : -1;
      n_done = n_before = n_around = in_group = 0;
#pragma omp taskgroup
      {
        chain(mode);
        CHECK_EQ(n_before, 1);
        CHECK_EQ(n_done, cancels_at < 0 ? kTasks : cancels_at);
        n_done = 0;
        group_in_the_block(mode);
        CHECK_EQ(n_done, kTasks);
        CHECK(cancels_at < 0 ? in_group == kTasks : in_group < kTasks);
#pragma omp task
        {
#pragma omp cancellation point taskgroup
          n_around = 1;
        }
      }
      CHECK_EQ(n_around, 1);
    }
    CHECK_COUNT(records, 2);
    // A taskgroup that may be cancelled must be one: only the first region can be replayed without its block.
    CHECK_COUNT(pure_replays, pure ? kEncounters - 1 : 0);
    CHECK_COUNT(recaptures, pure ? kEncounters - 1 : 2 * (kEncounters - 1));
    CHECK_COUNT(mismatches, 0);
  }
  return check_finish();
}
