// SPDX-License-Identifier: Apache-2.0
//
// replayable: tasks that are not part of the record run as ordinary tasks whenever the block runs, in any number, and
// do not disturb the matching of the others; undeferred ones do not prevent recording. In a region that records
// announced tasks only, tasks of a called function are ordinary unless they say that they are replayable.
#include "graph/graph_check.h"

enum { kTasks = 12, kEncounters = 10 };

static int cells[kTasks], extra, undeferred;

static void mixed(int step) {
  RONDO_TASKGRAPH() {
    for (int i = 0; i < kTasks; i++) {
#pragma omp task depend(inout : cells[i]) firstprivate(i, step)
      cells[i] += step;
      // Another number of them at each encounter.
      for (int n = 0; n < (i + step) % 3; n++) {
        RONDO_NEXT_TASK(rondo_replayable(0));
#pragma omp task depend(inout : extra) firstprivate(step)
        extra = extra * 3 % 10007 + step;
      }
      RONDO_NEXT_TASK(rondo_replayable(0));
#pragma omp task if (0) firstprivate(i)
      undeferred += i;
    }
  }
}

static void chain(int* cell, int length, int step) {
  for (int i = 0; i < length; i++)
#pragma omp task depend(inout : *cell) firstprivate(cell, i, step)
    *cell = (*cell * 5 + i + step) % 10007;
}

static void announced_chain(int* cell, int length, int step) {
  for (int i = 0; i < length; i++) {
    RONDO_NEXT_TASK(rondo_replayable(1));
#pragma omp task depend(inout : *cell) firstprivate(cell, i, step)
    *cell = (*cell * 5 + i + step) % 10007;
  }
}

static int serial_chain(int cell, int length, int step) {
  for (int i = 0; i < length; i++) cell = (cell * 5 + i + step) % 10007;
  return cell;
}

int main(void) {
  int expected_extra = 0, expected_undeferred = 0, sum = 0;
#pragma omp parallel
#pragma omp single
  {
    graph_stats_begin();
    for (int step = 0; step < kEncounters; step++) {
      mixed(step);
      sum += step;
      for (int i = 0; i < kTasks; i++) {
        CHECK_EQ(cells[i], sum);
        for (int n = 0; n < (i + step) % 3; n++) expected_extra = expected_extra * 3 % 10007 + step;
        expected_undeferred += i;
      }
      CHECK_EQ(extra, expected_extra);
      CHECK_EQ(undeferred, expected_undeferred);
    }
    CHECK_COUNT(records, 1);
    CHECK_COUNT(nodes, kTasks);
    CHECK_COUNT(recaptures, kEncounters - 1);
    CHECK_COUNT(mismatches, 0);

    graph_stats_begin();
    int a = 0, b = 0, expected_a = 0, expected_b = 0;
    for (int step = 0; step < kEncounters; step++) {
      RONDO_TASKGRAPH(rondo_announced_only()) {
        chain(&a, 1 + step % 4, step);
        announced_chain(&b, 7, step);
      }
      expected_a = serial_chain(expected_a, 1 + step % 4, step);
      expected_b = serial_chain(expected_b, 7, step);
      CHECK_EQ(a, expected_a);
      CHECK_EQ(b, expected_b);
    }
    CHECK_COUNT(nodes, 7);
    CHECK_COUNT(recaptures, kEncounters - 1);
    CHECK_COUNT(mismatches, 0);

    // A taskloop is one construct: what is said of it holds for all its tasks, and for none after them.
    graph_stats_begin();
    long loop = 0, expected_loop = 0;
    for (int step = 0; step < kEncounters; step++) {
      RONDO_TASKGRAPH() {
        RONDO_NEXT_TASK(rondo_replayable(0));
#pragma omp taskloop num_tasks(3 + step % 3) shared(loop) firstprivate(step)
        for (int i = 0; i < 20; i++) {
#pragma omp atomic
          loop += i + step;
        }
        chain(&a, 4, step);
      }
      expected_loop += 190 + 20 * step;
      CHECK_EQ(loop, expected_loop);
      expected_a = serial_chain(expected_a, 4, step);
      CHECK_EQ(a, expected_a);
    }
    CHECK_COUNT_AT_LEAST(nodes, 4);
    CHECK_COUNT(recaptures, kEncounters - 1);
    CHECK_COUNT(mismatches, 0);

    // Waiting in the block is waiting for both kinds.
    for (int step = 0; step < kEncounters; step++) {
      int ordinary = 0, recorded = 0, seen = 0, by_depend = 0;
      RONDO_TASKGRAPH() {
        RONDO_NEXT_TASK(rondo_replayable(0));
#pragma omp task shared(ordinary) firstprivate(step) depend(out : ordinary)
        {
          spin_for(200);
          ordinary = step + 1;
        }
#pragma omp task shared(recorded) firstprivate(step) depend(out : recorded)
        {
          spin_for(200);
          recorded = step + 2;
        }
#pragma omp taskwait depend(in : ordinary, recorded)
        by_depend = ordinary + recorded;
        RONDO_NEXT_TASK(rondo_replayable(0));
#pragma omp task shared(ordinary)
        {
          spin_for(200);
          ordinary *= 2;
        }
#pragma omp taskwait
        seen = ordinary + recorded;
      }
      CHECK_EQ(by_depend, 2 * step + 3);
      CHECK_EQ(seen, 3 * step + 4);
    }
    CHECK_COUNT(mismatches, 0);
  }
  return check_finish();
}
