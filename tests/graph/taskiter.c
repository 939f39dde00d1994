/* SPDX-License-Identifier: Apache-2.0
 *
 * RONDO_TASKITER: every form of the loop gives the serial result, for trip counts around the number of recorded
 * iterations, and on Rondo really goes round a cyclic graph. Each task mixes what its neighbours left, so that any
 * order but a permitted one shows. Also with successors through the queue, and in no special order: the three settings
 * of the taskiter paper's experiment.
 *
 * test:
 * test taskiter_queued: ENV RONDO_IMMEDIATE_SUCCESSOR=0 NOT_STOCK gcc 'as graph.taskiter' clang 'as graph.taskiter'
 * test taskiter_unordered: ENV RONDO_IMMEDIATE_SUCCESSOR=0 RONDO_OLDEST_FIRST=true NOT_STOCK gcc 'as graph.taskiter'
 * test taskiter_unordered: clang 'as graph.taskiter'
 */
#include <stdint.h>
#include <string.h>

#include "graph_check.h"

enum { kBlocks = 24 };

static uint64_t expected[kBlocks + 2];
static uint64_t actual[kBlocks + 2];

static uint64_t mix(uint64_t a, uint64_t b, uint64_t c) {
  return (a * 0x9e3779b97f4a7c15u) ^ (b << 7) ^ (b >> 13) ^ (c * 31 + 7);
}

static void reset(uint64_t* u) {
  for (int b = 0; b < kBlocks + 2; b++) u[b] = (uint64_t)b * 77 + 1;
}

/* Gauss-Seidel: a block's left neighbour is of this iteration, the right one of the iteration before. */
static void serial(uint64_t n) {
  reset(expected);
  for (uint64_t t = 0; t < n; t++)
    for (int b = 1; b <= kBlocks; b++) expected[b] = mix(expected[b - 1], expected[b], expected[b + 1]);
}

static void create_tasks(uint64_t* u) {
  for (int b = 1; b <= kBlocks; b++) {
#pragma omp task firstprivate(u, b) depend(in : u[b - 1], u[b + 1]) depend(inout : u[b])
    u[b] = mix(u[b - 1], u[b], u[b + 1]);
  }
}

static void compare(const char* form, uint64_t n) {
  if (memcmp(expected, actual, sizeof expected) == 0) return;
  char what[80];
  snprintf(what, sizeof what, "%s, %d iterations: result", form, (int)n);
  check_failed(__FILE__, __LINE__, what);
}

static void run_all(uint64_t n) {
  serial(n);

  reset(actual);
  RONDO_TASKITER(t, n) create_tasks(actual);
  compare("plain", n);

  reset(actual);
  RONDO_TASKITER(t, n, rondo_unroll(2)) create_tasks(actual);
  compare("unroll(2)", n);

  reset(actual);
  RONDO_TASKITER(t, n, rondo_unroll(3)) { create_tasks(actual); }
  compare("unroll(3)", n);

  reset(actual);
  uint64_t n_bodies = 0;
  RONDO_TASKITER(t, n, rondo_update()) {
    CHECK(t == n_bodies);
    n_bodies++;
    create_tasks(actual);
  }
  CHECK(n_bodies == n);
  compare("update", n);

  reset(actual);
  RONDO_TASKITER(t, n, rondo_update(), rondo_unroll(2)) create_tasks(actual);
  compare("update unroll(2)", n);

  reset(actual);
#pragma omp taskgroup
  {
    RONDO_TASKITER(t, n, rondo_nogroup()) create_tasks(actual);
  }
  compare("nogroup", n);

  uint64_t steps = 0;
  reset(actual);
  RONDO_TASKITER_WHILE(steps < n) {
    create_tasks(actual);
#pragma omp task depend(in : actual[kBlocks]) depend(inout : steps) shared(steps)
    steps++;
  }
  CHECK(steps == n);
  compare("while", n);

  steps = 0;
  reset(actual);
  RONDO_TASKITER_WHILE(steps < n, rondo_condition_on(&steps), rondo_unroll(2)) {
#pragma omp task depend(inout : steps) shared(steps)
    steps++;
    create_tasks(actual);
  }
  CHECK(steps == n);
  compare("while, condition on one variable", n);

  steps = 0;
  reset(actual);
  RONDO_TASKITER_WHILE(steps < n, rondo_update()) {
    create_tasks(actual);
#pragma omp task depend(in : actual[kBlocks]) depend(inout : steps) shared(steps)
    steps++;
  }
  CHECK(steps == n);
  compare("while update", n);
}

/* Dependences reach into the loop and out of it. */
static void run_inline(uint64_t n) {
  serial(n);
  uint64_t sum = 0, expected_sum = 0;
  for (int b = 0; b < kBlocks + 2; b++) expected_sum += expected[b];
  memset(actual, 0, sizeof actual);
#pragma omp taskgroup
  {
    uint64_t* u = actual;
    for (int b = 0; b < kBlocks + 2; b++) {
#pragma omp task firstprivate(u, b) depend(out : u[b])
      u[b] = (uint64_t)b * 77 + 1;
    }
    RONDO_TASKITER(t, n, rondo_inline()) create_tasks(u);
    for (int b = 0; b < kBlocks + 2; b++) {
#pragma omp task firstprivate(u, b) shared(sum) depend(in : u[b]) depend(inout : sum)
      sum += u[b];
    }
  }
  compare("inline", n);
  CHECK(sum == expected_sum);

  sum = 0;
  uint64_t steps = 0;
  memset(actual, 0, sizeof actual);
#pragma omp taskgroup
  {
    uint64_t* u = actual;
    for (int b = 0; b < kBlocks + 2; b++) {
#pragma omp task firstprivate(u, b) depend(out : u[b])
      u[b] = (uint64_t)b * 77 + 1;
    }
    RONDO_TASKITER_WHILE(steps < n, rondo_inline(), rondo_condition_on(&steps)) {
#pragma omp task depend(inout : steps) shared(steps)
      steps++;
      create_tasks(u);
    }
    for (int b = 0; b < kBlocks + 2; b++) {
#pragma omp task firstprivate(u, b) shared(sum) depend(in : u[b]) depend(inout : sum)
      sum += u[b];
    }
  }
  compare("inline while", n);
  CHECK(sum == expected_sum);
}

int main(void) {
  static const uint64_t counts[] = {0, 1, 2, 3, 4, 5, 7, 50, 301};
#pragma omp parallel
#pragma omp single
  for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
    run_all(counts[i]);
    run_inline(counts[i]);
  }
  if (rondo_get_taskiter_stats) {
    rondo_taskiter_stats stats;
    rondo_get_taskiter_stats(&stats);
    CHECK(stats.cycles > 0);
    CHECK(stats.updates > 0);
    CHECK(stats.iterations > 9 * 300);
    CHECK(stats.mismatches == 0);
  }
  return check_finish();
}
