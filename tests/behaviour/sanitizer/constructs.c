// SPDX-License-Identifier: Apache-2.0
//
// What ThreadSanitizer says of constructs that order what tasks and threads do, beyond those of races.c: nothing.
// With an argument, the name of one of them, the program has a race there, which is found. A race is between two
// threads that have met on the way (relaxed, so that the meeting orders nothing for the sanitizer); there are many
// rounds of it, as the sanitizer itself misses an access that comes in the same nanoseconds as the other, or whose
// trace later accesses have overwritten.
#include <omp.h>
#include <rondo.h>
#include <sched.h>
#include <string.h>

#include "check.h"

enum { kCells = 48, kRounds = 6, kRoundsOfARace = 60 };

static int cells[kCells];
static int unguarded;
static const char* race = "";
static int n_met;
static int n_rounds = kRounds;

// Returns when two threads are here, or after a while in a team of one.
static void meet(void) {
  __atomic_fetch_add(&n_met, 1, __ATOMIC_RELAXED);
  for (int i = 0; i < 100000 && __atomic_load_n(&n_met, __ATOMIC_RELAXED) % 2 != 0; i++) sched_yield();
}

static int is_race(const char* construct) { return strcmp(race, construct) == 0; }

static void chain(void) {
  for (int i = 1; i < kCells; i++) {
#pragma omp task depend(in : cells[i - 1]) depend(inout : cells[i]) firstprivate(i)
    cells[i] += cells[i - 1];
  }
}

static void replays(void) {
  for (int round = 0; round < n_rounds; round++) {
    cells[0] = 1;
    RONDO_TASKGRAPH(rondo_graph_id(1), rondo_no_clause()) { chain(); }
    RONDO_TASKGRAPH(rondo_graph_id(2), rondo_same_data()) { chain(); }
    if (is_race("replay")) {
      RONDO_TASKGRAPH(rondo_graph_id(3), rondo_same_data()) {
        for (int i = 0; i < 2; i++) {
#pragma omp task
          {
            meet();
            unguarded++;
          }
        }
      }
    }
  }
}

static void tasks(void) {
  int two[2] = {0, 0};
  for (int round = 0; round < n_rounds; round++) {
    for (int i = 0; i < 2; i++) {
#pragma omp task shared(two) firstprivate(i) depend(inout : two[i])
      {
        meet();
        two[i]++;
        if (is_race("task")) unguarded++;
      }
    }
#pragma omp task shared(two) depend(in : two[0], two[1])
    if (!is_race("task")) unguarded += two[0] + two[1];
    if (is_race("taskwait")) {  // the two are under way on other threads
      for (int i = 0; i < 100000 && __atomic_load_n(&n_met, __ATOMIC_RELAXED) < 2 * (round + 1); i++) sched_yield();
      two[0]++;
      two[1]++;
    }
#pragma omp taskwait depend(inout : two[0])
    two[0]++;
#pragma omp taskwait
    two[1]++;
  }
}

int main(int argc, char** argv) {
  if (argc > 1) {
    race = argv[1];
    n_rounds = kRoundsOfARace;
  }
  omp_nest_lock_t lock;
  omp_init_nest_lock(&lock);
  int locked = 0, left_out = 0, sum = 0, copied = 0;
#pragma omp parallel num_threads(4)
  {
    int handed = 0;
#pragma omp single copyprivate(handed)
    handed = 7;
#pragma omp atomic
    copied += handed;
    for (int round = 0; round < n_rounds; round++) {
      omp_set_nest_lock(&lock);
      omp_set_nest_lock(&lock);
      locked++;
      omp_unset_nest_lock(&lock);
      omp_unset_nest_lock(&lock);
      if (is_race("lock")) {
        if (omp_get_thread_num() < 2) meet();
        left_out++;
      }
#pragma omp barrier
      int thread = omp_get_thread_num();
      cells[thread] = round;
#pragma omp barrier
      CHECK(cells[(thread + 1) % 4] == round);
      if (!is_race("barrier")) {
#pragma omp barrier
      }
      cells[(thread + 2) % 4] = round;
#pragma omp for reduction(+ : unguarded) nowait
      for (int i = 0; i < kCells; i++) unguarded += i;
#pragma omp sections
      {
#pragma omp section
        sum++;
#pragma omp section
        left_out++;
      }
    }
#pragma omp single
    {
      memset(cells, 0, sizeof cells);
      replays();
      tasks();
      int total = 0;
#pragma omp taskgroup task_reduction(+ : total)
      {
#pragma omp taskloop in_reduction(+ : total) num_tasks(8)
        for (int i = 0; i < kCells; i++) total += i;
      }
      CHECK_EQ(total, kCells * (kCells - 1) / 2);
#pragma omp taskloop shared(cells) nogroup
      for (int i = 0; i < kCells; i++) cells[i] = i;
    }
#pragma omp single
    CHECK_EQ(cells[kCells - 1], kCells - 1);
  }
  CHECK_EQ(locked, 4 * n_rounds);
  omp_destroy_nest_lock(&lock);
  CHECK_EQ(sum, n_rounds);
  if (race[0] != '\0') return check_failures != 0;
  return check_finish();
}
