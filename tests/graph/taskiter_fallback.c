/* SPDX-License-Identifier: Apache-2.0
 *
 * Loops that do not repeat themselves, or that cannot be recorded: ordinary tasks, the right result, and one line on
 * standard error for each.
 *
 * test: STDERR 'the taskiter loop at .*taskiter_fallback\.c:[0-9]+ '
 */
#include <stdint.h>

#include "graph_check.h"

enum { kIterations = 12 };

static void another_number_of_tasks(int first, int later) {
  long n = 0, expected = 0;
  RONDO_TASKITER(t, kIterations, rondo_update()) {
    const int n_tasks = t < 5 ? first : later;
    for (int i = 0; i < n_tasks; i++) {
#pragma omp task shared(n) depend(inout : n)
      n = n * 3 + 1;
      expected = expected * 3 + 1;
    }
  }
  CHECK_EQ(n, expected);
}

static void another_body(void) {
  long n = 0, expected = 0;
  RONDO_TASKITER(t, kIterations, rondo_update()) {
    if (t == 6) {
#pragma omp task shared(n) depend(inout : n)
      n *= 5;
      expected *= 5;
    } else {
#pragma omp task shared(n) depend(inout : n)
      n += 7;
      expected += 7;
    }
  }
  CHECK_EQ(n, expected);
}

static void undeferred(void) {
  long n = 0;
  RONDO_TASKITER(t, kIterations) {
#pragma omp task shared(n) if (0) depend(inout : n)
    n++;
#pragma omp task shared(n) depend(inout : n)
    n++;
  }
  CHECK_EQ(n, 2 * kIterations);
}

static void mismatch_in_a_while_loop(void) {
  long n = 0, bodies = 0;
  RONDO_TASKITER_WHILE(n < 100, rondo_update()) {
    for (int i = 0; i < (bodies < 3 ? 2 : 3); i++) {
#pragma omp task shared(n) depend(inout : n)
      n++;
    }
    bodies++;
  }
  CHECK_EQ(n, 3 * 2 + 3 * 32);
}

static void unknown_clause(void) {
  long n = 0;
  RONDO_TASKITER(t, 10, rondo_graph_id(3)) {
#pragma omp task shared(n) depend(inout : n)
    n++;
  }
  CHECK_EQ(n, 10);
}

static void without_recording(void) {
  long n = 0;
  RONDO_TASKITER(t, 10, rondo_if(0)) {
#pragma omp task shared(n) depend(inout : n)
    n++;
  }
  CHECK_EQ(n, 10);
}

int main(void) {
#pragma omp parallel
#pragma omp single
  {
    another_number_of_tasks(4, 2);
    another_number_of_tasks(2, 4);
    another_body();
    undeferred();
    mismatch_in_a_while_loop();
    unknown_clause();
    without_recording();
#pragma omp task final(1) if (0)
    without_recording();
  }
  return check_finish();
}
