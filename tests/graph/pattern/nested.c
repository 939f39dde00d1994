// SPDX-License-Identifier: Apache-2.0
//
// Tagged tasks whose children are tagged tasks, two levels of them with tags of their own, and ordinary children
// below: many uses of the inner pattern at once, inside one or several uses of the outer one.
#include "graph/pattern/pattern_check.h"

enum { kOuter = 6, kInner = 8, kRounds = 12, kCopies = 3 };

typedef struct {
  unsigned rows[kOuter];
  unsigned cells[kOuter][kInner];
  unsigned leaves[kOuter][kInner];
} state;

static void inner(unsigned* cells, unsigned* leaves, unsigned salt) {
  RONDO_DEP_PATTERN("inner") {
    for (int j = 0; j < kInner; j++) {
      unsigned *self = &cells[j], *before = &cells[(j + kInner - 1) % kInner], *leaf = &leaves[j];
#pragma omp task depend(in : *before) depend(inout : *self) firstprivate(self, before, leaf, salt)
      {
        *self = *self * 3 + *before + salt;
#pragma omp task depend(inout : *leaf) firstprivate(leaf)
        *leaf = *leaf * 5 + 1;
#pragma omp task depend(inout : *leaf) firstprivate(leaf)
        *leaf = *leaf ^ 3;
#pragma omp taskwait
      }
    }
  }
}

static void outer(state* s, unsigned salt) {
  RONDO_DEP_PATTERN("outer") {
    for (int i = 0; i < kOuter; i++) {
      unsigned *self = &s->rows[i], *before = &s->rows[(i + kOuter - 1) % kOuter];
      unsigned *cells = s->cells[i], *leaves = s->leaves[i];
#pragma omp task depend(in : *before) depend(inout : *self) firstprivate(self, before, cells, leaves, salt)
      {
        inner(cells, leaves, *before);
#pragma omp taskwait
        *self = *self * 7 + *before + cells[kInner - 1] + salt;
      }
    }
  }
}

static void serially(state* s, unsigned salt) {
  for (int i = 0; i < kOuter; i++) {
    const unsigned before = s->rows[(i + kOuter - 1) % kOuter];
    for (int j = 0; j < kInner; j++) {
      s->cells[i][j] = s->cells[i][j] * 3 + s->cells[i][(j + kInner - 1) % kInner] + before;
      s->leaves[i][j] = (s->leaves[i][j] * 5 + 1) ^ 3;
    }
    s->rows[i] = s->rows[i] * 7 + before + s->cells[i][kInner - 1] + salt;
  }
}

int main(void) {
  static state copies[kCopies], expected;
  for (unsigned round = 0; round < kRounds; round++) {
#pragma omp parallel
#pragma omp single
    for (int c = 0; c < kCopies; c++) {
#pragma omp task firstprivate(c, round)
      outer(&copies[c], round);
    }
    serially(&expected, round);
    for (int c = 0; c < kCopies; c++)
      for (int i = 0; i < kOuter; i++) {
        CHECK_EQ(copies[c].rows[i], expected.rows[i]);
        for (int j = 0; j < kInner; j++) {
          CHECK_EQ(copies[c].cells[i][j], expected.cells[i][j]);
          CHECK_EQ(copies[c].leaves[i][j], expected.leaves[i][j]);
        }
      }
  }
  CHECK_PATTERN(recorded, 2);
  CHECK_PATTERN(mismatches, 0);
  CHECK_PATTERN_AT_LEAST(uses, (kRounds - 1) * kCopies * (1 + kOuter));
  return check_finish();
}
