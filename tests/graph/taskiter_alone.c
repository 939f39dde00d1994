/* SPDX-License-Identifier: Apache-2.0
 *
 * Tasks of a taskiter loop that no dependence orders behind themselves run once at a time all the same: each adds to a
 * counter of its own, slowly in the first iteration, which the second one must not overtake. In every form of the loop,
 * and where the loop runs as ordinary tasks.
 *
 * test: STDERR 'the taskiter loop at .*taskiter_alone\.c:[0-9]+ '
 * test: NOT_STOCK gcc 'a stock runtime knows no loops: only dependences order its tasks'
 * test: clang 'a stock runtime knows no loops: only dependences order its tasks'
 */
#define _GNU_SOURCE
#include <stdint.h>
#include <unistd.h>

#include "graph_check.h"

enum { kTasks = 8, kNap_us = 300 };

static int inside[2 * kTasks];
static long runs[2 * kTasks];
static int table; /* read by everybody, written by nobody */

static void visit(int slot) {
  CHECK(__atomic_exchange_n(&inside[slot], 1, __ATOMIC_ACQUIRE) == 0);
  const long before = runs[slot];
  if (before == 0) usleep(kNap_us);
  runs[slot] = before + 1;
  __atomic_store_n(&inside[slot], 0, __ATOMIC_RELEASE);
}

static void begin(void) {
  for (int slot = 0; slot < 2 * kTasks; slot++) runs[slot] = 0;
}

static void expect(const char* form, int first, long n) {
  for (int slot = first; slot < first + kTasks; slot++) {
    if (runs[slot] == n) continue;
    char what[80];
    snprintf(what, sizeof what, "%s: %ld of %ld runs", form, runs[slot], n);
    check_failed(__FILE__, __LINE__, what);
  }
}

static void create_strangers(int first) {
  for (int slot = first; slot < first + kTasks; slot++) {
#pragma omp task firstprivate(slot)
    visit(slot);
  }
}

static void create_readers(int first) {
  for (int slot = first; slot < first + kTasks; slot++) {
#pragma omp task firstprivate(slot) depend(in : table)
    visit(slot);
  }
}

static void counted(uint64_t n) {
  begin();
  RONDO_TASKITER(t, n) create_strangers(0);
  expect("without dependences", 0, (long)n);

  begin();
  RONDO_TASKITER(t, n) create_readers(0);
  expect("readers", 0, (long)n);

  begin();
  RONDO_TASKITER(t, n, rondo_update()) create_strangers(0);
  expect("update", 0, (long)n);

  begin();
  RONDO_TASKITER(t, 2 * n, rondo_unroll(2)) create_strangers(kTasks * (int)(t % 2));
  expect("unroll(2), even", 0, (long)n);
  expect("unroll(2), odd", kTasks, (long)n);

  begin();
#pragma omp taskgroup
  {
    RONDO_TASKITER(t, n, rondo_nogroup()) create_strangers(0);
  }
  expect("nogroup", 0, (long)n);

  begin();
#pragma omp taskgroup
  {
    RONDO_TASKITER(t, n, rondo_inline()) create_readers(0);
  }
  expect("inline", 0, (long)n);

  long exclusive = 0;
  begin();
  RONDO_TASKITER(t, n) {
#pragma omp task shared(exclusive) depend(mutexinoutset : exclusive)
    exclusive++;
    create_strangers(0);
#pragma omp task shared(exclusive) depend(mutexinoutset : exclusive)
    exclusive++;
  }
  expect("beside a mutexinoutset", 0, (long)n);
  CHECK_EQ(exclusive, 2 * (long)n);
}

static void while_loops(long n) {
  long steps = 0;
  begin();
  RONDO_TASKITER_WHILE(steps < n) {
    create_strangers(0);
#pragma omp task depend(inout : steps) shared(steps)
    steps++;
  }
  expect("while", 0, n);

  steps = 0;
  begin();
  RONDO_TASKITER_WHILE(steps < n, rondo_condition_on(&steps)) {
    create_readers(0);
#pragma omp task depend(inout : steps) shared(steps)
    steps++;
  }
  expect("while, condition on one variable", 0, n);
}

/* A graph that was kept serves, then it does not. */
static void again(void) {
  for (int encounter = 0; encounter < 4; encounter++) {
    const uint64_t n = 3;
    begin();
    RONDO_TASKITER(t, n) {
      create_strangers(0);
      if (encounter == 2) create_strangers(kTasks);
    }
    expect("entered again", 0, (long)n);
    expect("entered again, more tasks", kTasks, encounter == 2 ? (long)n : 0);
  }
}

static void ordinary(void) {
  const long n = 4;
  begin();
  RONDO_TASKITER(t, n, rondo_if(0)) create_strangers(0);
  expect("if(0)", 0, n);

  begin();
  RONDO_TASKITER(t, 2 * n, rondo_if(0), rondo_unroll(2)) create_readers(kTasks * (int)(t % 2));
  expect("if(0), unroll(2), even", 0, n);
  expect("if(0), unroll(2), odd", kTasks, n);

  long undeferred = 0;
  begin();
  RONDO_TASKITER(t, n) {
    create_strangers(0);
#pragma omp task if (0) shared(undeferred)
    undeferred++;
  }
  expect("with an undeferred task", 0, n);
  CHECK_EQ(undeferred, n);

  begin();
  RONDO_TASKITER(t, n, rondo_update()) {
    create_strangers(0);
    if (t >= 2) create_strangers(kTasks);
  }
  expect("which does not repeat itself", 0, n);
  expect("which does not repeat itself, more tasks", kTasks, n - 2);
}

int main(void) {
#pragma omp parallel
#pragma omp single
  {
    counted(2);
    counted(5);
    while_loops(2);
    while_loops(5);
    again();
    ordinary();
  }
  return check_finish();
}
