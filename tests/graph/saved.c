// SPDX-License-Identifier: Apache-2.0
//
// saved: what a task captured is as it was when the record was made, whatever the block captures later. A region
// whose tasks are all announced and have no data to refresh is replayed with the block skipped; without an
// announcement nothing is known, and the block runs. On a runtime that does not record, saved has no effect.
//
// test: STDERR 'more bytes as saved'
#include "graph/graph_check.h"

enum { kTasks = 6, kEncounters = 9 };

static long global_sum, seen_saved, seen_live, seen_bytes;

static int is_rondo(void) { return rondo_get_graph_stats != NULL; }

// One task's values are saved, the other's are not.
static void one_of_two(long step) {
  RONDO_TASKGRAPH() {
    RONDO_NEXT_TASK(rondo_saved());
#pragma omp task firstprivate(step) depend(out : seen_saved)
    {
      seen_saved = step;
      step = -1;  // its own copy
      __asm__ volatile("" : : "r"(&step) : "memory");
    }
#pragma omp task firstprivate(step) depend(out : seen_live)
    seen_live = step;
  }
}

static void saved_bytes(long step) {
#ifdef __clang__
  const uint32_t offset = 40;
#else
  const uint32_t offset = 0;
#endif
  RONDO_TASKGRAPH() {
    RONDO_NEXT_TASK(rondo_saved_bytes(offset, sizeof step));
#pragma omp task firstprivate(step)
    seen_bytes = step;
    // Not announced: the block goes on being executed.
#pragma omp task depend(inout : global_sum)
    global_sum++;
  }
}

// Everything is saved, or there is nothing: the block is executed once.
static int runs_of_the_block;
static void all_saved(void) {
  RONDO_TASKGRAPH(rondo_announced_only()) {
    runs_of_the_block++;
    for (long i = 0; i < kTasks; i++) {
      RONDO_NEXT_TASK(rondo_replayable(1), rondo_saved());
#pragma omp task firstprivate(i) depend(inout : global_sum)
      global_sum = (global_sum * 3 + i) % 10007;
    }
    RONDO_NEXT_TASK(rondo_replayable(1));
#pragma omp task depend(inout : global_sum)
    global_sum += 7;
  }
}

// The same without a word about its tasks.
static void not_announced(void) {
  RONDO_TASKGRAPH() {
    runs_of_the_block++;
#pragma omp task depend(inout : global_sum)
    global_sum += 7;
  }
}

// More bytes than there are: said, and run as ordinary tasks.
static void wrong_bytes(void) {
  RONDO_TASKGRAPH() {
    RONDO_NEXT_TASK(rondo_saved_bytes(0, 5000));
#pragma omp task depend(inout : global_sum)
    global_sum += 7;
  }
}

int main(void) {
#pragma omp parallel
#pragma omp single
  {
    graph_stats_begin();
    for (long step = 1; step <= kEncounters; step++) {
      one_of_two(step);
      CHECK_EQ(seen_saved, is_rondo() ? 1 : step);
      CHECK_EQ(seen_live, step);
    }
    CHECK_COUNT(recaptures, kEncounters - 1);

    for (long step = 1; step <= kEncounters; step++) {
      saved_bytes(step);
      CHECK_EQ(seen_bytes, is_rondo() ? 1 : step);
      CHECK_EQ(global_sum, step);
    }

    graph_stats_begin();
    long expected = global_sum;
    for (int step = 0; step < kEncounters; step++) {
      all_saved();
      for (long i = 0; i < kTasks; i++) expected = (expected * 3 + i) % 10007;
      CHECK_EQ(global_sum, expected += 7);
    }
    CHECK_EQ(runs_of_the_block, is_rondo() ? 1 : kEncounters);
    CHECK_COUNT(pure_replays, kEncounters - 1);
    CHECK_COUNT(recaptures, 0);

    graph_stats_begin();
    runs_of_the_block = 0;
    for (int step = 0; step < kEncounters; step++) {
      not_announced();
      CHECK_EQ(global_sum, expected += 7);
    }
    CHECK_EQ(runs_of_the_block, kEncounters);
    CHECK_COUNT(recaptures, kEncounters - 1);

    graph_stats_begin();
    for (int step = 0; step < kEncounters; step++) {
      wrong_bytes();
      CHECK_EQ(global_sum, expected += 7);
    }
    CHECK_COUNT(records, 0);
    CHECK_COUNT(plain, kEncounters - 1);
  }
  return check_finish();
}
