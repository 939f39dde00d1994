// SPDX-License-Identifier: Apache-2.0
//
// A pattern is made of the notes of its first block when that has paid for itself. Until then blocks are ordinary
// tasks, or run where they are created; one may differ, be left early or come behind siblings, and the pattern can be
// saved all the same.
//
// test: ENV RONDO_GRAPH_WAY=auto STDERR_MAY 'put_off\.c:[0-9]+ does not fit dep_pattern "row"'
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "graph/pattern/pattern_check.h"

enum { kN = 50, kBlocks = 2000, kOther = 700, kLeft = 900 };

static unsigned long cells[kN + 1];

// Each cell takes the sum of the one before and itself; `kOther` has one task less.
static void block(int round) {
  RONDO_DEP_PATTERN("row") {
    const int n = round == kOther ? kN - 1 : kN;
    for (int i = 1; i <= n; i++) {
      unsigned long *before = &cells[i - 1], *self = &cells[i];
#pragma omp task depend(in : *before) depend(inout : *self) firstprivate(before, self)
      *self += *before;
    }
    if (round == kLeft) break;
  }
}

static void block_serially(unsigned long* row, int round) {
  const int n = round == kOther ? kN - 1 : kN;
  for (int i = 1; i <= n; i++) row[i] += row[i - 1];
}

static void save(void) {
  char path[64];
  snprintf(path, sizeof path, "/tmp/rondo_put_off.%d", (int)getpid());
  if (!rondo_pattern_save) return;
  CHECK_EQ(rondo_pattern_save("row", path), 0);
  CHECK_EQ(unlink(path), 0);
  CHECK_PATTERN_AT_LEAST(tasks, kN);
}

// `saves_after`: so many blocks; -1: never.
static void run(int is_waiting, int saves_after) {
  unsigned long expected[kN + 1] = {1};
  for (int i = 0; i <= kN; i++) cells[i] = expected[i];
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < kBlocks; round++) {
    if (round == saves_after) save();
    block(round);
    if (is_waiting || round % 10 == 9) {
#pragma omp taskwait
    }
  }
  for (int round = 0; round < kBlocks; round++) block_serially(expected, round);
  for (int i = 0; i <= kN; i++) CHECK_EQ(cells[i], expected[i]);
}

int main(void) {
  run(1, 1);
  CHECK_PATTERN(recorded, 1 + pattern_stats().mismatches);
  run(0, -1);
  run(1, kBlocks / 2);
  return check_finish();
}
