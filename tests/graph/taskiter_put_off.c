// SPDX-License-Identifier: Apache-2.0
//
// A loop is made a cyclic graph when that has paid for itself. Until then its iterations are ordinary tasks, and
// later ones may be recorded in its middle. What is not ordered behind itself runs once at a time all the same.
//
// test: ENV RONDO_GRAPH_WAY=auto STDERR_MAY 'taskiter_put_off\.c:[0-9]+ does not repeat itself'
// test: NOT_STOCK gcc 'a stock runtime knows no loops: only dependences order its tasks'
// test: clang 'a stock runtime knows no loops: only dependences order its tasks'
#include <stdint.h>
#include <string.h>

#include "graph_check.h"

enum { kN = 40, kShort = 5, kLong = 300, kEncounters = 20, kMany = 500 };

static unsigned long cells[kN + 1], expected[kN + 1];
static int inside[2];
static unsigned long visits[2];
static int n_turns; /* of a visit: two would meet, and a graph is paid for soon */

// No dependence orders it behind the same task of the round before.
static void visit(int copy) {
  CHECK(__atomic_exchange_n(&inside[copy], 1, __ATOMIC_ACQUIRE) == 0);
  for (volatile int turn = 0; turn < n_turns; turn++) {
  }
  visits[copy]++;
  __atomic_store_n(&inside[copy], 0, __ATOMIC_RELEASE);
}

static void create_ordered(void) {
  for (int i = 1; i <= kN; i++) {
    unsigned long *before = &cells[i - 1], *self = &cells[i];
#pragma omp task depend(in : *before) depend(inout : *self) firstprivate(before, self)
    *self = *self * 3 + *before;
  }
}

static void create(int copy) {
  create_ordered();
#pragma omp task firstprivate(copy)
  visit(copy);
}

static void begin(void) {
  for (int i = 0; i <= kN; i++) cells[i] = expected[i] = (unsigned long)i + 1;
  visits[0] = visits[1] = 0;
}

static void expect(const char* form, unsigned long n) {
  for (unsigned long t = 0; t < n; t++)
    for (int i = 1; i <= kN; i++) expected[i] = expected[i] * 3 + expected[i - 1];
  CHECK_EQ(visits[0] + visits[1], n);
  if (memcmp(cells, expected, sizeof cells) != 0) check_failed(__FILE__, __LINE__, form);
}

static uint64_t n_cycles(void) {
  rondo_taskiter_stats stats = {0, 0, 0, 0, 0, 0, 0};
  if (rondo_get_taskiter_stats) rondo_get_taskiter_stats(&stats);
  return stats.cycles;
}

static void counted(uint64_t n) {
  begin();
  RONDO_TASKITER(t, n) create(0);
  expect("counted", n);
}

// No encounter has rounds enough for a graph of its own; all together have.
static void short_again_and_again(void) {
  const uint64_t before = n_cycles();
  n_turns = 40000;
  for (int encounter = 0; encounter < kMany && n_cycles() == before; encounter++) {
    begin();
    RONDO_TASKITER(t, kShort) create(0);
    expect("short", kShort);
  }
  n_turns = 0;
  if (rondo_get_taskiter_stats) CHECK(n_cycles() > before);
}

// They mostly run where they are created, and their bodies take a small part of that. So a graph has soon made up for
// itself; without that, it would be made when all rounds had taken 32 us a task.
static void tiny(void) {
  enum { kTasks = 4096, kRounds = 60, kMost = 5 };
  static unsigned long counts[kTasks + 1];
  const uint64_t before = n_cycles();
  unsigned long n_rounds = 0;
  for (int encounter = 0; encounter < kMost && n_cycles() == before; encounter++, n_rounds += kRounds) {
    RONDO_TASKITER(t, kRounds) {
      for (int i = 1; i <= kTasks; i++) {
        unsigned long *last = &counts[i - 1], *self = &counts[i];
#pragma omp task depend(in : *last) depend(inout : *self) firstprivate(self)
        ++*self;
      }
    }
  }
  for (int i = 1; i <= kTasks; i++) CHECK_EQ(counts[i], n_rounds);
  if (rondo_get_taskiter_stats && omp_get_num_threads() > 1) CHECK(n_cycles() > before);
}

// It is never recorded, and nothing of it is timed: the runtime has no other reason to wait behind the first round.
static void not_recorded(uint64_t n) {
  begin();
  n_turns = 2000000; /* long enough for sleeping threads to come */
#pragma omp taskgroup
  RONDO_TASKITER(t, n, rondo_nogroup(), rondo_if(0)) {
#pragma omp task
    visit(0);
  }
  n_turns = 0;
  CHECK_EQ(visits[0], n);
}

static void unrolled(uint64_t n) {
  begin();
  RONDO_TASKITER(t, n, rondo_unroll(2)) create((int)(t % 2));
  expect("unroll(2)", n);
}

static void updated(uint64_t n) {
  begin();
  RONDO_TASKITER(t, n, rondo_update()) create(0);
  expect("update", n);
}

// The first encounters wait for each round, the others do not.
static void waiting(uint64_t n, int waits) {
  begin();
  n_turns = 20000;
  RONDO_TASKITER(t, n) {
    create(0);
    if (waits) {
#pragma omp taskwait
    }
  }
  expect("waiting", n);
  n_turns = 0;
}

// In the first encounters dependences order all tasks behind themselves.
static void unordered_later(uint64_t n, int is_ordered) {
  begin();
  n_turns = 200000;
  RONDO_TASKITER(t, n) { is_ordered ? create_ordered() : create(0); }
  if (is_ordered) visits[0] = n;
  expect("unordered later", n);
  n_turns = 0;
}

static void while_loop(unsigned long n) {
  static unsigned long steps;
  steps = 0;
  begin();
  RONDO_TASKITER_WHILE(steps < n, rondo_condition_on(&steps)) {
    create(0);
#pragma omp task depend(inout : steps)
    steps++;
  }
  expect("while", n);
}

static void left_early(uint64_t n) {
  begin();
  RONDO_TASKITER(t, n) {
    create(0);
    break;
  }
  expect("left early", 1);
}

int main(void) {
#pragma omp parallel
#pragma omp single
  {
    not_recorded(kShort);
    const uint64_t before = n_cycles();
    n_turns = 40000;
    counted(kShort);
    while_loop(kShort);
    left_early(kShort);
    while_loop(kLong); /* nobody knows how long it will be */
    counted(kLong);
    n_turns = 0;
    if (rondo_get_taskiter_stats) CHECK(n_cycles() >= before + 2);
    short_again_and_again();
    tiny();
    for (int encounter = 0; encounter < kEncounters; encounter++) {
      counted(kShort);
      unrolled(10 * kShort + encounter % 2);
      updated(10 * kShort);
      waiting(kShort, encounter < kEncounters / 2);
      unordered_later(kShort, encounter < kEncounters / 2);
      while_loop(kShort);
    }
  }
  return check_finish();
}
