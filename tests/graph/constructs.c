// SPDX-License-Identifier: Apache-2.0
//
// Every construct and clause that a region may contain, recorded, captured again, and replayed with the block
// skipped. All dependence kinds, depobj, omp_all_memory, taskloop with and without nogroup, priority, final,
// untied, mergeable, taskwait, taskwait depend, taskgroup. Data is static, so that the promise of the same data
// holds.
//
// test: ENV OMP_MAX_TASK_PRIORITY=10
#include "graph/graph_check.h"

enum { kTasks = 9, kEncounters = 8 };

static long cell, other, sum, seen[kTasks];
static int inside, n_free;

static long step_of(long value, long i) { return (value * 7 + i) % 100003; }

static void alone(long amount) {
  CHECK_EQ(__atomic_fetch_add(&inside, 1, __ATOMIC_RELAXED), 0);
  const long before = sum;
  spin_for(20);
  sum = before + amount;
  CHECK_EQ(__atomic_sub_fetch(&inside, 1, __ATOMIC_RELAXED), 0);
}

static void dependence_kinds(rondo_clause mode) {
  sum = 0;
  RONDO_TASKGRAPH(mode, rondo_graph_id(mode.kind)) {
#pragma omp task depend(out : sum)
    sum = 5;
    for (long i = 0; i < kTasks; i++)
#pragma omp task depend(mutexinoutset : sum) firstprivate(i)
      alone(i);
    for (long i = 0; i < kTasks; i++)
#pragma omp task depend(in : sum) firstprivate(i)
      seen[i] = sum;
#ifdef __clang__
    for (long i = 0; i < kTasks; i++)
#pragma omp task depend(inoutset : sum)
      __atomic_fetch_add(&sum, 10, __ATOMIC_RELAXED);
#pragma omp task depend(inout : sum)
    sum -= 10 * kTasks;
    // After everything before it and before everything after it that has dependences.
#pragma omp task depend(out : omp_all_memory)
    other = sum;
#pragma omp task depend(inout : cell)
    cell = other;
#endif
  }
  const long all = kTasks * (kTasks - 1) / 2;
  CHECK_EQ(sum, 5 + all);
  for (int i = 0; i < kTasks; i++) CHECK_EQ(seen[i], 5 + all);
#ifdef __clang__
  CHECK_EQ(cell, 5 + all);
#endif
}

static void objects(rondo_clause mode) {
  cell = other = 1;
  RONDO_TASKGRAPH(mode, rondo_graph_id(mode.kind)) {
    omp_depend_t object;
#pragma omp depobj(object) depend(inout : cell)
    for (long i = 0; i < kTasks; i++)
#pragma omp task depend(depobj : object) firstprivate(i)
      cell = step_of(cell, i);
#pragma omp depobj(object) update(in)
#pragma omp task depend(depobj : object) depend(out : other)
    other = cell;
#pragma omp depobj(object) destroy
  }
  long expected = 1;
  for (long i = 0; i < kTasks; i++) expected = step_of(expected, i);
  CHECK_EQ(cell, expected);
  CHECK_EQ(other, expected);
}

static void loops(rondo_clause mode) {
  cell = sum = n_free = 0;
  RONDO_TASKGRAPH(mode, rondo_graph_id(mode.kind)) {
#pragma omp taskloop num_tasks(4)
    for (long i = 0; i < 40; i++) __atomic_fetch_add(&sum, i, __ATOMIC_RELAXED);
    // Waited for: the task below needs no dependence on the loop.
#pragma omp task
    cell = __atomic_load_n(&sum, __ATOMIC_RELAXED);
#pragma omp taskloop nogroup grainsize(5)
    for (int i = 0; i < 40; i++) __atomic_fetch_add(&n_free, 1, __ATOMIC_RELAXED);
  }
  CHECK_EQ(cell, 780);
  CHECK_EQ(n_free, 40);
}

static void clauses(rondo_clause mode) {
  cell = n_free = 0;
  RONDO_TASKGRAPH(mode, rondo_graph_id(mode.kind)) {
    for (int i = 0; i < kTasks; i++) {
#pragma omp task priority(i) depend(inout : cell) firstprivate(i)
      cell = step_of(cell, i);
#pragma omp task untied
      {
        __atomic_fetch_add(&n_free, 1, __ATOMIC_RELAXED);
#pragma omp taskyield
        __atomic_fetch_add(&n_free, 1, __ATOMIC_RELAXED);
      }
#pragma omp task final(i % 2) mergeable firstprivate(i)
      {
        CHECK_EQ(omp_in_final(), i % 2);
        int included = 0;
#pragma omp task shared(included)
        included = 1;
        if (i % 2) CHECK_EQ(included, 1);  // undeferred: it has run
#pragma omp taskwait
        CHECK_EQ(included, 1);
        __atomic_fetch_add(&n_free, 1, __ATOMIC_RELAXED);
      }
    }
  }
  long expected = 0;
  for (int i = 0; i < kTasks; i++) expected = step_of(expected, i);
  CHECK_EQ(cell, expected);
  CHECK_EQ(n_free, 3 * kTasks);
}

static void waits(rondo_clause mode) {
  cell = other = n_free = 0;
  RONDO_TASKGRAPH(mode, rondo_graph_id(mode.kind)) {
    for (int i = 0; i < kTasks; i++)
#pragma omp task firstprivate(i)
    {
      spin_for(20);
      __atomic_fetch_add(&cell, i, __ATOMIC_RELAXED);
    }
#pragma omp taskwait
#pragma omp task
    other = __atomic_load_n(&cell, __ATOMIC_RELAXED);
#pragma omp taskgroup
    {
#pragma omp task
#pragma omp task
      {
        spin_for(50);
        __atomic_store_n(&n_free, 1, __ATOMIC_RELAXED);
      }
    }
#pragma omp task depend(out : sum)
    sum = __atomic_load_n(&n_free, __ATOMIC_RELAXED);
#pragma omp taskwait depend(in : sum)
#pragma omp task
    sum += 2;
  }
  CHECK_EQ(other, kTasks * (kTasks - 1) / 2);
  CHECK_EQ(sum, 3);
}

typedef void (*region)(rondo_clause);
static const region regions[] = {dependence_kinds, objects, loops, clauses, waits};
enum { kRegions = sizeof regions / sizeof regions[0] };

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int r = 0; r < kRegions; r++) {
    graph_stats_begin();
    for (int e = 0; e < kEncounters; e++) regions[r](rondo_no_clause());
    CHECK_COUNT(records, 1);
    CHECK_COUNT(recaptures, kEncounters - 1);
    graph_stats_begin();
    for (int e = 0; e < kEncounters; e++) regions[r](rondo_recurrent());
    CHECK_COUNT(records, 1);
    CHECK_COUNT(pure_replays, kEncounters - 1);
    CHECK_COUNT(mismatches, 0);
  }
  return check_finish();
}
