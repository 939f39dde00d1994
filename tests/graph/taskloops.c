// SPDX-License-Identifier: Apache-2.0
//
// A taskloop in a region or in a loop's body is one node, which runs all of its tasks: with and without a group, with
// other bounds in each encounter, with data of its own, with children of its tasks, with reductions. The graph is
// used, though ordinary tasks might be faster.
//
// test: ENV RONDO_GRAPH_WAY=spread
#include <stdlib.h>

#include "graph/graph_check.h"

// To a tool each task of a loop is a node.
static int is_whole(void) { return getenv("OMP_TOOL_LIBRARIES") == NULL; }

enum { kN = 300, kEncounters = 9, kIterations = 25 };

static long a[kN], b[kN], c[kN];
static long serial_a[kN], serial_b[kN], serial_c[kN];

static void clear(void) {
  for (int i = 0; i < kN; i++) a[i] = b[i] = c[i] = serial_a[i] = serial_b[i] = serial_c[i] = i;
}

static void compare(void) {
  for (int i = 0; i < kN; i++) {
    CHECK_EQ(a[i], serial_a[i]);
    CHECK_EQ(b[i], serial_b[i]);
    CHECK_EQ(c[i], serial_c[i]);
  }
}

// Each loop needs all of the one before it: its elements are read from the other end.
static long next(const long* from, int i, long salt) { return (from[kN - 1 - i] * 7 + i + salt) % 100003; }

// So many nodes: a loop that is waited for is two.
enum { kNodesOfLoops = 2 + 2 + 1 + 1 + 1 + 2 };

static void loops(rondo_clause mode, int n, long salt) {
  RONDO_TASKGRAPH(mode, rondo_graph_id(mode.kind)) {
#pragma omp taskloop num_tasks(13)
    for (int i = 0; i < n; i++) a[i] = next(c, i, salt);
#pragma omp taskloop grainsize(7) untied
    for (int i = n - 1; i >= 0; i -= 2) b[i] = next(a, i, salt);
#pragma omp taskloop nogroup
    for (unsigned i = 0; i < (unsigned)n; i++) c[i] = next(b, (int)i, salt);
#pragma omp task depend(out : b[0])
    b[0] += salt;  // which the loop beside it does not read
#pragma omp taskwait
#pragma omp taskloop num_tasks(1)
    for (int i = 0; i < kN; i++) a[i] += next(c, i, salt);
  }
  for (int i = 0; i < n; i++) serial_a[i] = next(serial_c, i, salt);
  for (int i = n - 1; i >= 0; i -= 2) serial_b[i] = next(serial_a, i, salt);
  for (int i = 0; i < n; i++) serial_c[i] = next(serial_b, i, salt);
  serial_b[0] += salt;
  for (int i = 0; i < kN; i++) serial_a[i] += next(serial_c, i, salt);
}

static void other_bounds(void) {
  clear();
  graph_stats_begin();
  for (int step = 0; step < kEncounters; step++) loops(rondo_if(1), kN - 1 - 20 * step, step);
  compare();
  if (!is_whole()) return;
  CHECK_COUNT(records, 1);
  CHECK_COUNT(nodes, kNodesOfLoops);
  CHECK_COUNT(recaptures, kEncounters - 1);
  CHECK_COUNT(mismatches, 0);
}

static void same_data(void) {
  clear();
  graph_stats_begin();
  for (int step = 0; step < kEncounters; step++) loops(rondo_same_data(), kN - 1, 3);
  compare();
  CHECK_COUNT(pure_replays, kEncounters - 1);
}

static void not_waited_for(void) {
  clear();
  for (int step = 0; step < kEncounters; step++) {
    loops(rondo_nogroup(), kN - 1, step);
#pragma omp taskwait
  }
  compare();
}

// The data of a loop is its own, however much it is.
static void own_data(void) {
  long sums[kEncounters] = {0};
  for (int step = 0; step < kEncounters; step++) {
    long table[100];
    long* sum = &sums[step];
    for (int i = 0; i < 100; i++) table[i] = i + step;
    RONDO_TASKGRAPH() {
#pragma omp taskloop firstprivate(table, sum) nogroup grainsize(9)
      for (int i = 0; i < 100; i++) {
        __atomic_fetch_add(sum, table[i], __ATOMIC_RELAXED);
        table[i] = 0;
      }
      table[step] = -1;
    }
  }
  for (int step = 0; step < kEncounters; step++) CHECK_EQ(sums[step], 4950 + 100 * step);
}

// The end of a loop with a group waits for the children of its tasks as well.
static void children(rondo_clause mode) {
  static long seen;
  static int order_errors;
  order_errors = 0;
  for (int step = 0; step < kEncounters; step++) {
    seen = 0;
    RONDO_TASKGRAPH(mode, rondo_graph_id(mode.kind)) {
#pragma omp taskloop num_tasks(6)
      for (int i = 0; i < 24; i++) {
#pragma omp task
        {
          spin_for(10);
          __atomic_fetch_add(&seen, 1, __ATOMIC_RELAXED);
        }
      }
#pragma omp taskloop num_tasks(4)
      for (int i = 0; i < 8; i++) {
        if (__atomic_load_n(&seen, __ATOMIC_RELAXED) != 24) __atomic_fetch_add(&order_errors, 1, __ATOMIC_RELAXED);
      }
    }
    CHECK_EQ(seen, 24);
  }
  CHECK_EQ(order_errors, 0);
}

static void reduction(rondo_clause mode) {
  static long sum;
  for (int step = 0; step < kEncounters; step++) {
    sum = step;
    RONDO_TASKGRAPH(mode, rondo_graph_id(mode.kind)) {
#pragma omp taskloop reduction(+ : sum) num_tasks(11)
      for (int i = 0; i < kN; i++) sum += i;
    }
    CHECK_EQ(sum, step + kN * (kN - 1) / 2);
  }
}

static void create_round(void) {
#pragma omp taskloop num_tasks(12)
  for (int i = 0; i < kN; i++) a[i] = next(b, i, 1);
#pragma omp taskloop nogroup num_tasks(5)
  for (int i = 0; i < kN; i++) c[i] += next(a, i, 2);
#pragma omp taskloop num_tasks(30)
  for (int i = 0; i < kN; i++) b[i] = next(a, i, 3);
#pragma omp taskwait
}

static void serial_rounds(void) {
  for (int t = 0; t < kIterations; t++) {
    for (int i = 0; i < kN; i++) serial_a[i] = next(serial_b, i, 1);
    for (int i = 0; i < kN; i++) serial_c[i] += next(serial_a, i, 2);
    for (int i = 0; i < kN; i++) serial_b[i] = next(serial_a, i, 3);
  }
}

static void rounds(void) {
  for (int form = 0; form < 4; form++) {
    rondo_taskiter_stats before, now;
    if (rondo_get_taskiter_stats) rondo_get_taskiter_stats(&before);
    clear();
    int t = 0;
    switch (form) {
      case 0:
        RONDO_TASKITER(k, kIterations) create_round();
        break;
      case 1:
        RONDO_TASKITER(k, kIterations, rondo_unroll(2)) create_round();
        break;
      case 2:
        RONDO_TASKITER(k, kIterations, rondo_update()) create_round();
        break;
      case 3:
        RONDO_TASKITER_WHILE(t++ < kIterations) create_round();
        break;
    }
    serial_rounds();
    compare();
    if (!rondo_get_taskiter_stats || !is_whole()) continue;
    rondo_get_taskiter_stats(&now);
    const uint64_t n_recorded = form == 1 ? 2 : 1;
    CHECK_EQ(now.cycles - before.cycles, 1);
    CHECK_EQ(now.nodes - before.nodes, 6 * n_recorded + (form == 3));  // the while loop's condition is one
    CHECK_EQ(now.iterations - before.iterations, kIterations - n_recorded);
    CHECK_EQ(now.mismatches - before.mismatches, 0);
  }
}

// Nothing in the body waits, so a loop that is met again is compared with its kept graph.
static void kept_loop(void) {
  for (int step = 0; step < kEncounters; step++) {
    clear();
    const long salt = step < kEncounters / 2 ? 5 : 6;
    RONDO_TASKITER(k, kIterations) {
#pragma omp taskloop nogroup firstprivate(salt) num_tasks(8)
      for (int i = 0; i < kN; i++) a[i] = (a[i] * 3 + salt) % 100003;
    }
    for (int t = 0; t < kIterations; t++)
      for (int i = 0; i < kN; i++) serial_a[i] = (serial_a[i] * 3 + salt) % 100003;
    compare();
  }
}

int main(void) {
#pragma omp parallel
#pragma omp single
  {
    other_bounds();
    same_data();
    not_waited_for();
    own_data();
    children(rondo_if(1));
    children(rondo_same_data());
    reduction(rondo_if(1));
    reduction(rondo_same_data());
    rounds();
    kept_loop();
  }
  return check_finish();
}
