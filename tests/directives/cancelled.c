/* SPDX-License-Identifier: Apache-2.0
 *
 * OMP_CANCELLATION=true: a task of a loop's iteration cancels the loop's taskgroup. The iterations that follow do
 * nothing, and the loop is left although its condition, which such an iteration would change, stays true.
 *
 * test: IN_CXX ENV OMP_CANCELLATION=true
 */
#include "directive_check.h"

static long steps, bodies;

static void step(void) {
#pragma omp task depend(inout : steps) shared(steps)
  {
    if (++steps == 5) {
#pragma omp cancel taskgroup
    }
  }
}

static void pre_tested(void) {
  steps = bodies = 0;
  #pragma omp taskiter
  while (steps < 100 && bodies < 1000) { /* another runtime discards the tasks, and goes on asking */
    bodies++;
    step();
  }
  CHECK(steps == 5);
}

static void post_tested(void) {
  steps = bodies = 0;
  #pragma omp taskiter unroll(2)
  do {
    bodies++;
    step();
  } while (steps < 100 && bodies < 1000);
  CHECK(steps >= 5 && steps < 100);
}

static void counted(void) {
  int t;
  steps = 0;
  #pragma omp taskiter
  for (t = 0; t < 1000; t++) step();
  CHECK(steps >= 5 && steps < 1000);
  CHECK(t == 1000);
}

/* A region cancels its own group, with a parallel construct around it: no taskgroup construct is in between. What is
 * left of the task, and tasks behind it, are not executed. */
static void region_in_parallel(void) {
  int n = 0, ends = 0;
#pragma omp parallel
#pragma omp single
  {
    int round;
    for (round = 0; round < 6; round++) {
      int limit = 2 + round % 3;
      n = ends = 0;
#pragma omp taskgraph
      {
        int i;
        for (i = 0; i < 10; i++) {
#pragma omp task shared(n, limit, ends) depend(inout : n) firstprivate(i)
          {
            int own = i;
            if (own >= 0) {
#pragma omp cancel taskgroup if (n == limit)
            }
            n++;
            {
#pragma omp cancellation point taskgroup
              ends++;
            }
          }
        }
      }
      CHECK(n == limit);
      CHECK(ends == limit);
    }
  }
}

static void loop_in_parallel(void) {
  int n = 0, t;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskiter
    for (t = 0; t < 50; t++) {
#pragma omp task shared(n) depend(inout : n)
      {
        if (n == 7) {
#pragma omp cancel taskgroup
        }
        n++;
      }
    }
  }
  CHECK(n == 7);
}

int main(void) {
#pragma omp parallel
#pragma omp single
  {
    int n;
    for (n = 0; n < 5; n++) {
      pre_tested();
      post_tested();
      counted();
    }
  }
  region_in_parallel();
  loop_in_parallel();
  return finish();
}
