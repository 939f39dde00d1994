// SPDX-License-Identifier: Apache-2.0
//
// Everything in which a use can differ from its pattern, one at a time: the number of tasks, of dependences, their
// kinds, a place where code waits, and addresses that are equal where they were different, or different where they
// were equal, also between what is written and what is only read. Each case has a tag of its own and is used after
// it was recorded, learnt and used unchanged; afterwards the pattern is made anew.
//
// Blocks in order would not see what differs from the pattern.
// test: ENV RONDO_GRAPH_WAY=spread STDERR 'drift\.c:[0-9]+ does not fit dep_pattern "drift [0-9]"'
#include <stdio.h>

#include "graph/pattern/pattern_check.h"

enum { kTasks = 12, kCells = 24 };

enum drift { kNone, kFewer, kMore, kFewerDependences, kOtherKind, kWait, kSame, kDifferent, kReadIsWritten, kDrifts };

static unsigned cells[kCells], serial[kCells];

static void run_task(unsigned* self, const unsigned* other, const unsigned* table, unsigned salt) {
  *self = *self * 33 + *other * 5 + *table + salt;
}

// Task i writes cell i, reads cell i - 1 and a cell behind that nobody writes.
static void operands(enum drift drift, int i, int* self, int* other, int* table) {
  *self = i % kTasks;
  *other = (i + kTasks - 1) % kTasks;
  *table = kTasks + i % (kCells - kTasks);
  if (drift == kSame && i == 7) *self = 2;
  if (drift == kDifferent && i == 9) *other = 3;
  if (drift == kReadIsWritten && i == 6) *table = 1;
}

static void run_block(enum drift drift, const char* tag, unsigned salt) {
  const int n = drift == kFewer ? kTasks - 3 : drift == kMore ? kTasks + 2 : kTasks;
  RONDO_DEP_PATTERN(tag) {
    for (int i = 0; i < n; i++) {
      int s, o, t;
      operands(drift, i, &s, &o, &t);
      unsigned *self = &cells[s], *other = &cells[o], *table = &cells[t];
      if (drift == kWait && i == 5) {
#pragma omp taskwait
      }
      if (drift == kFewerDependences && i == 8) {
#pragma omp task depend(in : *other) depend(inout : *self) firstprivate(self, other, table, salt)
        run_task(self, other, table, salt);
      } else if (drift == kOtherKind && i == 4) {
#pragma omp task depend(inout : *other, *self) depend(in : *table) firstprivate(self, other, table, salt)
        run_task(self, other, table, salt);
      } else {
#pragma omp task depend(in : *other, *table) depend(inout : *self) firstprivate(self, other, table, salt)
        run_task(self, other, table, salt);
      }
    }
  }
#pragma omp taskwait
}

static void run_serially(enum drift drift, unsigned salt) {
  const int n = drift == kFewer ? kTasks - 3 : drift == kMore ? kTasks + 2 : kTasks;
  for (int i = 0; i < n; i++) {
    int s, o, t;
    operands(drift, i, &s, &o, &t);
    run_task(&serial[s], &serial[o], &serial[t], salt);
  }
}

int main(void) {
  unsigned salt = 1;
  for (int drift = kNone; drift < kDrifts; drift++) {
    char tag[16];
    snprintf(tag, sizeof tag, "drift %d", drift);
    // Recorded, used; then the change, which drops the pattern; recorded anew, used.
    const enum drift sequence[] = {kNone, kNone, kNone, (enum drift)drift, kNone, kNone};
    for (int k = 0; k < 6; k++) {
#pragma omp parallel
#pragma omp single
      run_block(sequence[k], tag, salt);
      run_serially(sequence[k], salt++);
      for (int i = 0; i < kCells; i++) CHECK_EQ(cells[i], serial[i]);
    }
  }
  CHECK_PATTERN(mismatches, kDrifts - 1);
  CHECK_PATTERN(recorded, kDrifts + kDrifts - 1);
  CHECK_PATTERN(plain, 0);
  return check_finish();
}
