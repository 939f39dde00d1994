// SPDX-License-Identifier: Apache-2.0
//
// The k-th task of an encounter is another task than the recorded one: another body, another size of captured data,
// at the start, in the middle and at the end; the creations before the difference were already re-captured.
//
// Blocks in order would not see what differs from the record.
// test: ENV RONDO_GRAPH_WAY=spread STDERR 'shape_body\.c'
#include <string.h>

#include "graph/graph_check.h"

enum { kTasks = 9 };

static void create_small(int* cell, int i) {
#pragma omp task depend(inout : *cell) firstprivate(cell, i)
  *cell = (*cell * 3 + i) % 10007;
}

static void create_large(int* cell, int i) {
  int block[100];
  for (int k = 0; k < 100; k++) block[k] = i;
#pragma omp task depend(inout : *cell) firstprivate(cell, block)
  *cell = (*cell * 5 + block[99]) % 10007;
}

int main(void) {
  int cell = 0, expected = 0;
#pragma omp parallel
#pragma omp single
  for (int encounter = 0; encounter < 40; encounter++) {
    // Two encounters alike, then one that differs at one place.
    const int different = encounter % 3 == 2 ? encounter / 3 % kTasks : -1;
    RONDO_TASKGRAPH() {
      for (int i = 0; i < kTasks; i++)
        if ((i % 2 == 0) != (i == different))
          create_small(&cell, i);
        else
          create_large(&cell, i);
    }
    for (int i = 0; i < kTasks; i++) expected = (expected * ((i % 2 == 0) != (i == different) ? 3 : 5) + i) % 10007;
    CHECK_EQ(cell, expected);
  }
  CHECK_COUNT_AT_LEAST(mismatches, 1);
  return check_finish();
}
