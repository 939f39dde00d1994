/* SPDX-License-Identifier: Apache-2.0
 *
 * Thousands of tasks each of which waits for thousands: their graph is not made, which standard error says once for
 * the region and once for the loop, and they run as ordinary tasks each time. Half as many do not reach the limit.
 *
 * test: STDERR '(region|loop) .*dense\.c:[0-9]+ cannot be (recorded|made).*too many dependences'
 * test: NOT_BUILT gcc 'gcc 12 does not know inoutset (gcc 13 does)' NOT_STOCK clang 'libomp 19 keeps every edge'
 * test: NOT_SANITIZED 'some seconds at most without'
 */
#include <string.h>

#include "graph_check.h"

enum { kSide = 4300, kEncounters = 3 };

static int cell;
static int is_read[kSide];
static long n_read, n_wrong;

/* The members of the second set, in any order, come behind all of the first. */
static void create_two_sets(int side) {
  for (int i = 0; i < side; i++)
#pragma omp task depend(in : cell) firstprivate(i)
    is_read[i] = 1;
  for (int i = 0; i < side; i++)
#pragma omp task depend(inoutset : cell) firstprivate(i, side)
  {
    if (!is_read[i] || !is_read[side - 1 - i]) {
#pragma omp atomic
      n_wrong++;
    }
#pragma omp atomic
    n_read++;
  }
#pragma omp task depend(inout : cell)
  memset(is_read, 0, sizeof is_read);
}

static void region(int side) { RONDO_TASKGRAPH(rondo_graph_id(side == kSide)) create_two_sets(side); }

int main(void) {
#pragma omp parallel
#pragma omp single
  {
    graph_stats_begin();
    for (int encounter = 0; encounter < kEncounters; encounter++) region(kSide);
    CHECK_COUNT(records, 1);
    CHECK_COUNT(plain, kEncounters - 1);
    graph_stats_begin();
    for (int encounter = 0; encounter < kEncounters; encounter++) region(kSide / 4);
    CHECK_COUNT(recaptures, kEncounters - 1);
    RONDO_TASKITER(t, kEncounters) create_two_sets(kSide);
  }
  CHECK_EQ(n_wrong, 0);
  CHECK_EQ(n_read, kEncounters * (2 * kSide + kSide / 4));
  return check_finish();
}
