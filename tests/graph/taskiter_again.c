/* SPDX-License-Identifier: Apache-2.0
 *
 * Loops that are entered again: a graph that an earlier encounter left serves this one if its first iterations create
 * the same tasks, with the data that they capture now. If they do not, whatever the difference and wherever it
 * shows, results are those of serial code.
 *
 * test: STDERR 'the taskiter loop at .*taskiter_again\.c:[0-9]+ cannot be made a cyclic graph: it creates an
 * test: undeferred'
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "graph_check.h"

enum { kBlocks = 24, kEncounters = 6 };

static uint64_t expected[kBlocks + 2];
static uint64_t actual[kBlocks + 2], other[kBlocks + 2];

static uint64_t mix(uint64_t a, uint64_t b, uint64_t c) {
  return (a * 0x9e3779b97f4a7c15u) ^ (b << 7) ^ (b >> 13) ^ (c * 31 + 7);
}

static void reset(uint64_t* u) {
  for (int b = 0; b < kBlocks + 2; b++) u[b] = (uint64_t)b * 77 + 1;
}

static void serial(int n_blocks, uint64_t n, uint64_t salt) {
  reset(expected);
  for (uint64_t t = 0; t < n; t++)
    for (int b = 1; b <= n_blocks; b++) expected[b] = mix(expected[b - 1], expected[b] + salt, expected[b + 1]);
}

static void create_task(uint64_t* u, int b, uint64_t salt) {
#pragma omp task firstprivate(u, b, salt) depend(in : u[b - 1], u[b + 1]) depend(inout : u[b])
  u[b] = mix(u[b - 1], u[b] + salt, u[b + 1]);
}

static void create_tasks(uint64_t* u, int n_blocks, uint64_t salt) {
  for (int b = 1; b <= n_blocks; b++) create_task(u, b, salt);
}

static void compare(const char* form, const uint64_t* u, uint64_t n) {
  if (memcmp(expected, u, sizeof expected) == 0) return;
  char what[80];
  snprintf(what, sizeof what, "%s, %d iterations: result", form, (int)n);
  check_failed(__FILE__, __LINE__, what);
}

typedef struct {
  uint64_t cycles, reuses;
} Counts;

static Counts counts_now(void) {
  rondo_taskiter_stats stats = {0, 0, 0, 0, 0, 0, 0};
  if (!rondo_get_taskiter_stats) return (Counts){0, 0};
  rondo_get_taskiter_stats(&stats);
  return (Counts){stats.cycles, rondo_get_taskiter_reuses()};
}

static void expect_reuses(Counts base, uint64_t cycles, uint64_t reuses) {
  if (!rondo_get_taskiter_stats) return;
  CHECK_EQ(counts_now().cycles - base.cycles, cycles);
  CHECK_EQ(counts_now().reuses - base.reuses, reuses);
}

static uint64_t trip_count(int encounter) {
  static const uint64_t kCounts[] = {5, 2, 40, 400, 3, 60};
  return kCounts[encounter % 6];
}

/* Captured data and trip counts change from encounter to encounter. */
static void test_counted(void) {
  const Counts base = counts_now();
  for (int e = 0; e < kEncounters; e++) {
    const uint64_t n = trip_count(e), salt = (uint64_t)e + 3;
    serial(kBlocks, n, salt);
    reset(actual);
    RONDO_TASKITER(t, n) create_tasks(actual, kBlocks, salt);
    compare("counted", actual, n);
  }
  expect_reuses(base, kEncounters, kEncounters - 1);
}

static void test_unrolled(void) {
  const Counts base = counts_now();
  for (int e = 0; e < kEncounters; e++) {
    const uint64_t n = trip_count(e) + 3, salt = (uint64_t)e * 5;
    serial(kBlocks, n, salt);
    reset(actual);
    RONDO_TASKITER(t, n, rondo_unroll(3)) create_tasks(actual, kBlocks, salt);
    compare("unroll(3)", actual, n);
  }
  expect_reuses(base, kEncounters, kEncounters - 1);
}

static void test_nowait(void) {
  for (int e = 0; e < kEncounters; e++) {
    const uint64_t n = trip_count(e), salt = (uint64_t)e * 7;
    serial(kBlocks, n, salt);
    reset(actual);
    reset(other);
    uint64_t* const both[] = {actual, other};
#pragma omp taskgroup
    for (int k = 0; k < 2; k++) { /* two encounters at a time, the second with other addresses */
      RONDO_TASKITER(t, n, rondo_nogroup()) create_tasks(both[k], kBlocks, salt);
    }
    compare("nogroup", actual, n);
    compare("nogroup, other", other, n);
  }
}

static void test_while(void) {
  const Counts base = counts_now();
  for (int e = 0; e < kEncounters; e++) {
    const uint64_t n = trip_count(e), salt = (uint64_t)e * 9;
    static uint64_t steps;
    steps = 0;
    serial(kBlocks, n, salt);
    reset(actual);
    RONDO_TASKITER_WHILE(steps < n, rondo_condition_on(&steps)) {
#pragma omp task depend(inout : steps)
      steps++;
      create_tasks(actual, kBlocks, salt);
    }
    compare("while", actual, n);
  }
  expect_reuses(base, kEncounters, kEncounters - 1);
}

static void test_while_unrolled(void) {
  for (int e = 0; e < kEncounters; e++) {
    const uint64_t n = e < 4 ? (uint64_t)e : 30, salt = (uint64_t)e * 11; /* it may end in the first round */
    static uint64_t steps;
    steps = 0;
    serial(kBlocks, n, salt);
    reset(actual);
    RONDO_TASKITER_WHILE(steps < n, rondo_unroll(2)) {
#pragma omp task depend(inout : steps)
      steps++;
      create_tasks(actual, kBlocks, salt);
    }
    compare("while, unroll(2)", actual, n);
  }
}

/* Buffers change their places from encounter to encounter, or the number of tasks does. */
static void test_other_tasks(void) {
  for (int e = 0; e < 12; e++) {
    uint64_t* const u = e % 3 == 0 ? actual : other;
    const int n_blocks = e % 4 == 0 ? kBlocks : e % 4 == 1 ? kBlocks / 2 : kBlocks - 1;
    const uint64_t n = trip_count(e) + 2;
    serial(n_blocks, n, 1);
    reset(u);
    RONDO_TASKITER(t, n, rondo_unroll((uint32_t)(1 + e / 6))) create_tasks(u, n_blocks, 1);
    compare("other tasks", u, n);
  }
}

/* The difference is the last of two recorded iterations, one task in it, or its dependences. */
static void test_late_differences(void) {
  for (int e = 0; e < 8; e++) {
    static uint64_t extra;
    extra = 0;
    const uint64_t n = 9;
    uint64_t n_bodies = 0;
    serial(kBlocks, n, 2);
    reset(actual);
    RONDO_TASKITER(t, n, rondo_unroll(2)) {
      create_tasks(actual, kBlocks, 2);
      const int is_second = n_bodies++ == 1;
      if (is_second && e == 3) {
#pragma omp task depend(inout : extra)
        extra++;
      }
      if (is_second && e == 5) {
#pragma omp taskwait
      }
      if (is_second && e == 6) {
#pragma omp task if (0) depend(inout : extra)
        extra++;
      }
    }
    compare("late difference", actual, n);
    if (rondo_get_taskiter_stats) CHECK_EQ(extra, e == 3 ? 4 : e == 6 ? 1 : 0);
  }
}

/* The difference is the first thing that the second of two recorded iterations does: its task is at another address,
 * it begins with a task more, or it has none at all. */
static void test_differences_in_front(void) {
  for (int e = 0; e < 12; e++) {
    static uint64_t even, odd, other_odd, extra;
    even = odd = other_odd = extra = 0;
    uint64_t* const target = e % 4 == 1 ? &other_odd : &odd;
    uint64_t n_bodies = 0;
    RONDO_TASKITER(t, 10, rondo_unroll(2)) {
      const int is_odd = n_bodies++ % 2 == 1;
      if (is_odd && e % 4 == 2) {
#pragma omp task depend(inout : extra)
        extra++;
      }
      if (is_odd && e % 4 != 3) {
#pragma omp task depend(inout : *target) firstprivate(target)
        ++*target;
      }
      if (!is_odd) {
#pragma omp task depend(inout : even)
        even++;
      }
    }
    if (!rondo_get_taskiter_stats) continue; /* the body has run once for each iteration then, which is all the same */
    CHECK_EQ(even, 5);
    CHECK_EQ(odd, e % 4 == 1 || e % 4 == 3 ? 0 : 5);
    CHECK_EQ(other_odd, e % 4 == 1 ? 5 : 0);
    CHECK_EQ(extra, e % 4 == 2 ? 5 : 0);
  }
}

/* No task in every second iteration: the loop's graph has an iteration without nodes, at the end or in front. */
static void test_empty_iterations(void) {
  for (int empty = 0; empty < 2; empty++) {
    for (int e = 0; e < 4; e++) {
      static uint64_t n;
      n = 0;
      int t_now = 0;
      RONDO_TASKITER(t, 10 + e, rondo_unroll(2)) {
        if (t_now++ % 2 != empty) {
#pragma omp task depend(inout : n)
          n++;
        }
      }
      const uint64_t n_iterations = 10 + (uint64_t)e;
      CHECK_EQ(n, empty == 1 ? (n_iterations + 1) / 2 : n_iterations / 2);
    }
  }
}

static void test_left_early(void) {
  for (int e = 0; e < 6; e++) {
    uint64_t n = 12;
    serial(kBlocks, n, 4);
    if (e % 2) {
      reset(expected);
      for (int b = 1; b <= kBlocks / 2; b++) expected[b] = mix(expected[b - 1], expected[b] + 4, expected[b + 1]);
    }
    reset(actual);
    RONDO_TASKITER(t, n) {
      create_tasks(actual, kBlocks / 2, 4);
      if (e % 2) break;
      for (int b = kBlocks / 2 + 1; b <= kBlocks; b++) create_task(actual, b, 4);
    }
    compare("left early", actual, n);
  }
}

/* A while loop that becomes another one when a part of it has run from the kept graph. */
static void test_late_difference_of_a_while(void) {
  for (int e = 0; e < 6; e++) {
    static uint64_t steps;
    steps = 0;
    uint64_t n_bodies = 0;
    const uint64_t n = 20;
    serial(kBlocks, n, 6);
    reset(actual);
    RONDO_TASKITER_WHILE(steps < n, rondo_unroll(3)) {
#pragma omp task depend(inout : steps)
      steps++;
      create_tasks(actual, kBlocks, 6);
      if (n_bodies++ == 1 && e == 3) {
#pragma omp task depend(out : other[0])
        other[0] = 1;
      }
    }
    compare("while, late difference", actual, n);
  }
}

/* Several threads enter one loop at the same time, each with its own data; each thread's are the same every time. */
static void test_concurrently(void) {
  static uint64_t of_thread[4][kBlocks + 2];
  serial(kBlocks, 50, 8);
#pragma omp parallel num_threads(4)
  {
    uint64_t* const u = of_thread[omp_get_thread_num()];
    for (int e = 0; e < kEncounters; e++) {
      reset(u);
      RONDO_TASKITER(t, 50) create_tasks(u, kBlocks, 8);
      if (memcmp(expected, u, sizeof expected) != 0) check_failed(__FILE__, __LINE__, "concurrent encounters");
    }
  }
}

/* Tiny tasks, many of them, again and again: they are grouped, unless that is switched off. */
static void test_coarse(void) {
  enum { kN = 24 };
  static uint64_t grid[kN + 1][kN + 1], serially[kN + 1][kN + 1];
  rondo_coarsening_stats before = {0, 0, 0, 0, 0}, after = {0, 0, 0, 0, 0};
  if (rondo_get_coarsening_stats) rondo_get_coarsening_stats(&before);
  for (int e = 0; e < kEncounters; e++) {
    const uint64_t n = 300 + (uint64_t)e; /* they take longer than tuning, on many threads, too */
    for (uint64_t t = 0; t < n; t++)
      for (int i = 1; i <= kN; i++)
        for (int j = 1; j <= kN; j++) serially[i][j] = mix(serially[i - 1][j], serially[i][j - 1], serially[i][j]);
    RONDO_TASKITER(t, n) {
      for (int i = 1; i <= kN; i++)
        for (int j = 1; j <= kN; j++)
#pragma omp task firstprivate(i, j) depend(in : grid[i - 1][j], grid[i][j - 1]) depend(inout : grid[i][j])
          grid[i][j] = mix(grid[i - 1][j], grid[i][j - 1], grid[i][j]);
    }
    if (memcmp(grid, serially, sizeof grid) != 0) check_failed(__FILE__, __LINE__, "wavefront");
  }
  if (!rondo_get_coarsening_stats) return;
  rondo_get_coarsening_stats(&after);
  CHECK(after.graphs > before.graphs);
  if (omp_get_max_threads() == 1 && !getenv("RONDO_GRAPH_COARSEN"))
    CHECK(after.units - before.units < (after.nodes - before.nodes) / 2);
}

int main(void) {
#pragma omp parallel
#pragma omp single
  {
    test_counted();
    test_unrolled();
    test_nowait();
    test_while();
    test_while_unrolled();
    test_other_tasks();
    test_late_differences();
    test_differences_in_front();
    test_empty_iterations();
    test_left_early();
    test_late_difference_of_a_while();
    test_coarse();
  }
  test_concurrently();
  return check_finish();
}
