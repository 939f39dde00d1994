// SPDX-License-Identifier: Apache-2.0
//
// Check mode (RONDO_CHECK=graph): whatever a region does, it gets the results of ordinary tasks, also where a replay
// would go wrong; and standard error names what drifted, each kind once. Regions that keep their word come first.
//
// One finding for each region that breaks its word (by its line), none for the others, and the summary.
// test: ENV RONDO_CHECK=graph
// test: STDERR 'check_mode\.c:(44.* captures|56.* makes task|68.* creates) |compared with their records, 3 findings$'
#include "graph/graph_check.h"

enum { kN = 16, kEncounters = 6 };

static long cells[kN], serial[kN];

static void chain(long* to, const long* from, int i) { *to = (*to * 3 + *from + i) % 10007; }

// A re-capture with other addresses but the same pattern: no finding.
static void renamed(int encounter) {
  static long other[kN];
  long* data = encounter % 2 ? cells : other;
  RONDO_TASKGRAPH() {
    for (int i = 1; i < kN; i++) {
#pragma omp task depend(in : data[i - 1]) depend(inout : data[i])
      chain(&data[i], &data[i - 1], i);
    }
  }
  for (int i = 0; i < kN; i++) data[i] = 0;
}

// Data behind captured addresses changes, the captured bytes do not: no finding.
static void promised(int encounter) {
  cells[0] = serial[0] = encounter;
  RONDO_TASKGRAPH(rondo_same_data()) {
    for (int i = 1; i < kN; i++) {
#pragma omp task depend(in : cells[i - 1]) depend(inout : cells[i]) firstprivate(i)
      chain(&cells[i], &cells[i - 1], i);
    }
  }
  for (int i = 1; i < kN; i++) chain(&serial[i], &serial[i - 1], i);
}

// The captured distance changes though rondo_same_data() says it does not.
static void broken_promise(int encounter) {
  RONDO_TASKGRAPH(rondo_same_data()) {
    for (int i = 1; i < kN; i++) {
#pragma omp task depend(in : cells[i - 1]) depend(inout : cells[i]) firstprivate(i, encounter)
      chain(&cells[i], &cells[i - 1], i + encounter);
    }
  }
  for (int i = 1; i < kN; i++) chain(&serial[i], &serial[i - 1], i + encounter);
}

// The same tasks with the dependences of another pattern: a re-capture would run them in the recorded order.
static void other_order(int encounter) {
  int distance = encounter < 3 ? 2 : 1;  // two chains become one
  RONDO_TASKGRAPH() {
    for (int i = 0; i < kN; i++) {
      long *from = &cells[(i + kN - distance) % kN], *to = &cells[i];
#pragma omp task depend(in : *from) depend(inout : *to) firstprivate(from, to, i)
      chain(to, from, i);
    }
  }
  for (int i = 0; i < kN; i++) chain(&serial[i], &serial[(i + kN - distance) % kN], i);
}

static void other_number(int encounter) {
  int n = kN - encounter % 3;
  RONDO_TASKGRAPH() {
    for (int i = 1; i < n; i++) {
#pragma omp task depend(in : cells[i - 1]) depend(inout : cells[i]) firstprivate(i)
      chain(&cells[i], &cells[i - 1], i);
    }
  }
  for (int i = 1; i < n; i++) chain(&serial[i], &serial[i - 1], i);
}

static void repeat(void (*region)(int)) {
  for (int i = 0; i < kN; i++) cells[i] = serial[i] = i;
  for (int encounter = 0; encounter < kEncounters; encounter++) {
    region(encounter);
    for (int i = 0; i < kN && region != renamed; i++) CHECK_EQ(cells[i], serial[i]);
  }
}

int main(void) {
  graph_stats_begin();
#pragma omp parallel
#pragma omp single
  {
    repeat(renamed);
    repeat(promised);
    CHECK_COUNT(records, 2);
    CHECK_COUNT(plain, 2 * (kEncounters - 1));
    repeat(broken_promise);
    repeat(other_order);
    repeat(other_number);
  }
  CHECK_COUNT(pure_replays, 0);
  CHECK_COUNT(recaptures, 0);
  return check_finish();
}
