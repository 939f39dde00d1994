// SPDX-License-Identifier: Apache-2.0
//
// Two algorithms under one tag. What they have in common goes by the pattern, the rest by ordinary tasks; results are
// right whoever recorded it, one line says so, and after a few changes the tag is given up.
//
// Blocks in order would not see what differs from the pattern.
// test: ENV RONDO_GRAPH_WAY=spread STDERR 'wrong_tag\.c:[0-9]+ does not fit dep_pattern "shared by mistake"'
#include "graph/pattern/pattern_check.h"

enum { kN = 8, kRounds = 12 };

static unsigned chain[kN], expected_chain[kN];
static unsigned pairs[kN], expected_pairs[kN];

// Each element is updated twice in a row.
static void update_chain(unsigned salt) {
  RONDO_DEP_PATTERN("shared by mistake") {
    for (int i = 0; i < 2 * kN; i++) {
      unsigned* self = &chain[i / 2];
#pragma omp task depend(inout : *self) firstprivate(self, salt, i)
      *self = *self * 31 + salt + (unsigned)i;
    }
  }
#pragma omp taskwait
}

// One pass after the other: as many tasks, as many dependences, other equalities.
static void update_pairs(unsigned salt) {
  RONDO_DEP_PATTERN("shared by mistake") {
    for (int i = 0; i < 2 * kN; i++) {
      unsigned* self = &pairs[i % kN];
#pragma omp task depend(inout : *self) firstprivate(self, salt, i)
      *self = *self * 37 + salt + (unsigned)i;
    }
  }
#pragma omp taskwait
}

int main(void) {
#pragma omp parallel
#pragma omp single
  for (unsigned round = 0; round < kRounds; round++) {
    update_chain(round);
    if (round % 3 == 0) update_pairs(round);
  }
  for (unsigned round = 0; round < kRounds; round++) {
    for (int i = 0; i < 2 * kN; i++) expected_chain[i / 2] = expected_chain[i / 2] * 31 + round + (unsigned)i;
    for (int i = 0; i < 2 * kN && round % 3 == 0; i++)
      expected_pairs[i % kN] = expected_pairs[i % kN] * 37 + round + (unsigned)i;
  }
  for (int i = 0; i < kN; i++) {
    CHECK_EQ(chain[i], expected_chain[i]);
    CHECK_EQ(pairs[i], expected_pairs[i]);
  }
  CHECK_PATTERN(mismatches, 4);
  CHECK_PATTERN_AT_LEAST(plain, 1);
  return check_finish();
}
