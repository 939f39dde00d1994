// SPDX-License-Identifier: Apache-2.0
//
// What a pattern cannot hold runs as ordinary tasks, with the reason said once a tag: undeferred and detachable
// tasks, also when they come up only in a later execution, final parents, and blocks that are left early.
//
// Blocks in order would not see what differs from the pattern.
// test: ENV RONDO_GRAPH_WAY=spread STDERR 'fallback\.c:[0-9]+ (does not fit|cannot be recorded for) dep_pattern'
#include <stdint.h>

#include "graph/pattern/pattern_check.h"

enum { kN = 12, kRounds = 8 };

static unsigned cells[kN], serial[kN];

static void create(int i, unsigned salt, int deferred) {
  unsigned *self = &cells[i], *before = &cells[(i + kN - 1) % kN];
#pragma omp task depend(in : *before) depend(inout : *self) firstprivate(self, before, salt) if (deferred)
  *self = *self * 3 + *before + salt;
}

static void serially(int n, unsigned salt) {
  for (int i = 0; i < n; i++) serial[i] = serial[i] * 3 + serial[(i + kN - 1) % kN] + salt;
}

static void compare(void) {
  for (int i = 0; i < kN; i++) CHECK_EQ(cells[i], serial[i]);
}

// Never recorded.
static void undeferred(unsigned salt) {
  RONDO_DEP_PATTERN("undeferred") {
    for (int i = 0; i < kN; i++) create(i, salt, i != 5);
  }
}

// Recorded, and then a task is undeferred.
static void becomes_undeferred(unsigned salt, int round) {
  RONDO_DEP_PATTERN("becomes undeferred") {
    for (int i = 0; i < kN; i++) create(i, salt, i != 5 || round != 3);
  }
}

static void left_early(unsigned salt, int round) {
  RONDO_DEP_PATTERN("left early") {
    for (int i = 0; i < kN; i++) {
      if (i == 7 && round % 3 == 1) break;
      create(i, salt, 1);
    }
    if (round % 3 == 1) break;
  }
}

static void detachable(unsigned salt, int with_event) {
  RONDO_DEP_PATTERN("detachable") {
    for (int i = 0; i < kN; i++) create(i, salt, 1);
    if (with_event) {
      omp_event_handle_t event = (omp_event_handle_t)0;
#pragma omp task detach(event) depend(inout : cells[0])
      cells[0] += 1;
      omp_fulfill_event(event);
    }
  }
}

int main(void) {
  for (int round = 0; round < kRounds; round++) {
    const unsigned salt = (unsigned)round;
#pragma omp parallel
#pragma omp single
    undeferred(salt);
    serially(kN, salt);
    compare();
#pragma omp parallel
#pragma omp single
    becomes_undeferred(salt, round);
    serially(kN, salt);
    compare();
#pragma omp parallel
#pragma omp single
    left_early(salt, round);
    serially(round % 3 == 1 ? 7 : kN, salt);
    compare();
#pragma omp parallel
#pragma omp single
    detachable(salt, round % 4 == 3);
    serially(kN, salt);
    if (round % 4 == 3) serial[0] += 1;
    compare();
#pragma omp parallel
#pragma omp single
    {
#pragma omp task final(1)
      becomes_undeferred(salt, 0);
    }
    serially(kN, salt);
    compare();
  }
  CHECK_PATTERN_AT_LEAST(uses, 1);
  CHECK_PATTERN(mismatches, 3);
  return check_finish();
}
