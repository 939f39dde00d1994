// SPDX-License-Identifier: Apache-2.0
//
// Bodies that overwrite what they captured: a pure replay must start from the values of the record every time, for
// scalars, arrays, structs and large blocks. gcc has arrays and structs copied by a function of the program that the
// runtime cannot call later, so a region that captures them may run its block again there.
#include <string.h>

#include "graph/graph_check.h"

enum { kTasks = 12, kEncounters = 15, kLarge = 5000 };

struct record {
  int number;
  char text[30];
  double real;
};

static long sums[kTasks], scalar_sums[kTasks];

static void capture_scalars(void) {
  RONDO_TASKGRAPH(rondo_same_data()) {
    for (int t = 0; t < kTasks; t++) {
      int counter = t * 10;
      double real = t * 0.25;
      long long wide = (1LL << 40) + t;
      long* target = &scalar_sums[t];
#pragma omp task depend(inout : *target) firstprivate(counter, real, wide, target, t)
      {
        CHECK_EQ(counter, t * 10);
        CHECK(real == t * 0.25);
        CHECK_EQ(wide, (1LL << 40) + t);
        CHECK(target == &scalar_sums[t]);
        *target += counter + (long)(wide - (1LL << 40));
        counter = -1;
        real = -1;
        wide = -1;
        target = NULL;
        // The compiler may not drop the writes.
        __asm__ volatile("" : : "r"(&counter), "r"(&real), "r"(&wide), "r"(&target) : "memory");
      }
    }
  }
}

static void capture_aggregates(void) {
  RONDO_TASKGRAPH(rondo_same_data()) {
    for (int t = 0; t < kTasks; t++) {
      int counter = t * 10;
      int array[9] = {t, t + 1, t + 2, 0, 0, 0, 0, 0, t};
      struct record record = {t, "captured text", t * 0.5};
      unsigned char large[kLarge];
      memset(large, t, sizeof large);
#pragma omp task depend(inout : sums[t]) firstprivate(counter, array, record, large, t)
      {
        CHECK_EQ(counter, t * 10);
        CHECK_EQ(array[0] + array[1] + array[2] + array[8], 4 * t + 3);
        CHECK(record.number == t && strcmp(record.text, "captured text") == 0 && record.real == t * 0.5);
        CHECK(large[0] == t && large[kLarge - 1] == t && large[kLarge / 2] == t);
        sums[t] += counter + array[8];
        counter = -1;
        memset(array, -1, sizeof array);
        memset(&record, -1, sizeof record);
        memset(large, -1, sizeof large);
        // The compiler may not drop the writes.
        __asm__ volatile("" : : "r"(&counter), "r"(array), "r"(&record), "r"(large) : "memory");
      }
    }
  }
}

int main(void) {
#pragma omp parallel
#pragma omp single
  {
    graph_stats_begin();
    for (int encounter = 1; encounter <= kEncounters; encounter++) {
      capture_scalars();
      for (int t = 0; t < kTasks; t++) CHECK_EQ(scalar_sums[t], (long)encounter * 11 * t);
    }
    CHECK_COUNT(pure_replays, kEncounters - 1);
    graph_stats_begin();
    for (int encounter = 1; encounter <= kEncounters; encounter++) {
      capture_aggregates();
      for (int t = 0; t < kTasks; t++) CHECK_EQ(sums[t], (long)encounter * 11 * t);
    }
#ifdef __clang__
    CHECK_COUNT(pure_replays, kEncounters - 1);
#endif
  }
  return check_finish();
}
