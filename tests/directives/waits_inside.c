/* SPDX-License-Identifier: Apache-2.0
 *
 * A region and loops that do not wait at their end, but whose code waits in between: what that code has waited for is
 * done behind them, also where it is skipped.
 *
 * test: IN_CXX ENV RONDO_GRAPH_WAY=spread
 */
#include "directive_check.h"

enum { ROUNDS = 6, TASKS = 4 };

static long cell, total;

static void take_long(void) {
  int i;
  for (i = 0; i < 20000; i++) __asm__ volatile("" ::: "memory");
}

static void region(void) {
  int round;
  for (round = 0; round < ROUNDS; round++) {
    cell = 0;
    #pragma omp taskgraph nogroup
    {
      int i;
      for (i = 0; i < TASKS; i++) {
        #pragma omp task depend(inout: cell)
        {
          take_long();
          cell++;
        }
      }
      #pragma omp taskwait depend(in: cell)
      #pragma omp task depend(inout: total)
      total++;
    }
    CHECK(cell == TASKS);
    #pragma omp taskwait
  }
  CHECK(total == ROUNDS);
}

static void loops(int n) {
  int t;
  cell = total = 0;
  #pragma omp taskiter inline
  for (t = 0; t < n; t++) {
    #pragma omp task depend(inout: cell)
    {
      take_long();
      cell++;
    }
    #pragma omp taskwait
    #pragma omp task depend(inout: total)
    total++;
  }
  CHECK(cell == n);
  #pragma omp taskwait
  CHECK(total == n);
  #pragma omp taskgroup
  {
    #pragma omp taskiter nowait unroll(2)
    for (t = 0; t < n; t++) {
      #pragma omp task depend(inout: total)
      {
        take_long();
        total++;
      }
      #pragma omp taskgroup
      {
        #pragma omp task depend(inout: cell)
        {
          take_long();
          cell++;
        }
      }
      #pragma omp task depend(inout: total)
      total++;
    }
    CHECK(cell == 2 * n);
  }
  CHECK(total == 3 * n);
}

int main(void) {
  unsigned long pure = COUNTED(graph_counted, PURE_REPLAYS);
  #pragma omp parallel
  #pragma omp single
  {
    int n;
    region();
    for (n = 0; n < 8; n++) loops(n);
  }
  CHECK_SINCE(graph_counted, PURE_REPLAYS, pure, ROUNDS - 1);
  return finish();
}
