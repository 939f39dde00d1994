// SPDX-License-Identifier: Apache-2.0
//
// LLVM's record and replay calls, made by hand as people make them: graphs known by a number, the code between the
// calls executed once, and again when it is asked for; from several threads, and calls that do not fit together.
//
// test: STDERR '__kmpc_(start|end)_record_task'
#include "graph/graph_check.h"

enum { kTasks = 8, kEncounters = 10, kNowait = 1, kAnew = 2 };

__attribute__((weak)) int __kmpc_start_record_task(void* location, int gtid, int flags, int id);
__attribute__((weak)) void __kmpc_end_record_task(void* location, int gtid, int flags, int id);

static long cells[4];
static int n_runs;

static void chain(int id, int flags) {
  if (__kmpc_start_record_task(NULL, 0, flags, id)) {
    n_runs++;
    long* cell = &cells[id & 3];
    for (long i = 0; i < kTasks; i++)
#pragma omp task depend(inout : *cell) firstprivate(cell, i)
      *cell = (*cell * 3 + i) % 10007;
  }
  __kmpc_end_record_task(NULL, 0, flags, id);
}

static void wait_in_a_task(int id) {
  if (__kmpc_start_record_task(NULL, 0, kNowait, id)) {
#pragma omp task
    wait_for_creator();
  }
  __kmpc_end_record_task(NULL, 0, kNowait, id);
  creator_leaves();
}

// The end of another number does not end this one: what follows is recorded and replayed, too.
static void end_of_another(void) {
  static int n_executed;
  for (int step = 0; step < 3; step++) {
    if (__kmpc_start_record_task(NULL, 0, 0, 50)) {
#pragma omp task depend(inout : n_executed)
      n_executed++;
      __kmpc_end_record_task(NULL, 0, 0, 51);
#pragma omp task depend(inout : n_executed)
      n_executed++;
    }
    __kmpc_end_record_task(NULL, 0, 0, 50);
    CHECK_EQ(n_executed, 2 * (step + 1));
  }
}

// Two tasks record the same graph at once, the second one anew, and each ends what it has begun: what the second one
// creates after the first one's end belongs to the record, too.
static void overlapping(void) {
  static int order, n_executed[2];
  int has_run = 0;
#pragma omp parallel num_threads(2)
  {
    const int self = omp_get_thread_num();
    for (int step = 0; omp_get_num_threads() == 2 && step < kEncounters; step++) {
      // start 0, start 1, end 0, end 1
      for (int turn = 0; turn < 2; turn++) {
        while (__atomic_load_n(&order, __ATOMIC_ACQUIRE) != 4 * step + 2 * turn + self) sched_yield();
        if (turn == 0) CHECK_EQ(__kmpc_start_record_task(NULL, 0, kAnew, 60), 1);
#pragma omp task firstprivate(self) depend(inout : n_executed[self])
        n_executed[self]++;
        if (turn == 1) {
          __kmpc_end_record_task(NULL, 0, 0, 60);
          CHECK_EQ(n_executed[self], 2 * (step + 1));
          if (self == 1) has_run = 1;
        }
        __atomic_fetch_add(&order, 1, __ATOMIC_RELEASE);
      }
    }
  }
  if (!has_run) return;
#pragma omp parallel
#pragma omp single
  {
    CHECK_EQ(__kmpc_start_record_task(NULL, 0, 0, 60), 0);
    __kmpc_end_record_task(NULL, 0, 0, 60);
  }
  CHECK_EQ(n_executed[0], 2 * kEncounters);
  CHECK_EQ(n_executed[1], 2 * kEncounters + 2);
}

static long serial(long cell) {
  for (long i = 0; i < kTasks; i++) cell = (cell * 3 + i) % 10007;
  return cell;
}

static void check_all(void) {
  long expected[4] = {0, 0, 0, 0};
  graph_stats_begin();
#pragma omp parallel
#pragma omp single
  {
    for (int step = 0; step < kEncounters; step++) {
      for (int id = -1; id < 2; id++) {
        chain(id, 0);
        expected[id & 3] = serial(expected[id & 3]);
        CHECK_EQ(cells[id & 3], expected[id & 3]);
      }
    }
    CHECK_EQ(n_runs, 3);
    CHECK_COUNT(records, 3);
    CHECK_COUNT(pure_replays, 3 * (kEncounters - 1));

    // Asked to be made anew, and without the wait at the end.
    n_runs = 0;
    chain(1, kAnew);
    chain(1, 0);
    chain(1, kNowait);
#pragma omp taskwait
    for (int i = 0; i < 3; i++) expected[1] = serial(expected[1]);
    CHECK_EQ(cells[1], expected[1]);
    CHECK_EQ(n_runs, 1);

    // Each in a task of its own, all at once: an end belongs to the start of its task.
    for (int step = 0; step < kEncounters; step++) {
#pragma omp taskgroup
      for (int id = -1; id < 2; id++)
#pragma omp task firstprivate(id)
        chain(id, 0);
      for (int id = -1; id < 2; id++) CHECK_EQ(cells[id & 3], expected[id & 3] = serial(expected[id & 3]));
    }

    // Flags of another version: ordinary tasks. An end without a start: no effect.
    n_runs = 0;
    for (int step = 0; step < 3; step++) chain(2, 0x100);
    for (int step = 0; step < 3; step++) expected[2] = serial(expected[2]);
    CHECK_EQ(cells[2], expected[2]);
    CHECK_EQ(n_runs, 3);
    __kmpc_end_record_task(NULL, 0, 0, 99);
    for (int step = 0; step < kEncounters; step++) wait_in_a_task(49);
    end_of_another();
  }
}

int main(void) {
  if (__kmpc_start_record_task) {
    check_all();
    overlapping();
  }
  return check_finish();
}
