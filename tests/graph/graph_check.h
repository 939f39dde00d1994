// SPDX-License-Identifier: Apache-2.0
//
// What the graph tests share: the statistics of the regions since a point in the program. On a runtime other than
// Rondo there are none, and only results are checked.
#ifndef RONDO_TESTS_GRAPH_CHECK_H
#define RONDO_TESTS_GRAPH_CHECK_H

#include <omp.h>
#include <rondo.h>
#include <sched.h>

#include "check.h"

static rondo_graph_stats graph_stats_base;

// The counts from now on.
__attribute__((unused)) static inline void graph_stats_begin(void) {
  if (rondo_get_graph_stats) rondo_get_graph_stats(&graph_stats_base);
}

__attribute__((unused)) static inline rondo_graph_stats graph_stats_since(void) {
  rondo_graph_stats now = {0, 0, 0, 0, 0, 0, 0, 0};
  if (rondo_get_graph_stats) rondo_get_graph_stats(&now);
  now.records -= graph_stats_base.records;
  now.pure_replays -= graph_stats_base.pure_replays;
  now.recaptures -= graph_stats_base.recaptures;
  now.plain -= graph_stats_base.plain;
  now.mismatches -= graph_stats_base.mismatches;
  now.nodes -= graph_stats_base.nodes;
  now.edges -= graph_stats_base.edges;
  now.edges_unreduced -= graph_stats_base.edges_unreduced;
  return now;
}

// nogroup: such a task ends when the code that created it has left the region, so a region that waits for its tasks
// waits in vain (for a minute, then the test fails). With one thread a task may run when it is created.
static int creator_has_left;

__attribute__((unused)) static inline void wait_for_creator(void) {
  const double start = omp_get_wtime();
  while (omp_get_num_threads() > 1 && !__atomic_load_n(&creator_has_left, __ATOMIC_ACQUIRE)) {
    if (!CHECK(omp_get_wtime() - start < 60)) return;
    sched_yield();
  }
}

__attribute__((unused)) static inline void creator_leaves(void) {
  __atomic_store_n(&creator_has_left, 1, __ATOMIC_RELEASE);
#pragma omp taskwait
  __atomic_store_n(&creator_has_left, 0, __ATOMIC_RELEASE);
}

// A count of the statistics, checked on Rondo only: CHECK_COUNT(records, 1).
#define CHECK_COUNT(field, want) (rondo_get_graph_stats ? CHECK_EQ(graph_stats_since().field, want) : 1)
#define CHECK_COUNT_AT_LEAST(field, least) \
  (rondo_get_graph_stats ? CHECK(graph_stats_since().field >= (uint64_t)(least)) : 1)

#endif
