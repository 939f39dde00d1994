// SPDX-License-Identifier: Apache-2.0
//
// cancel parallel: tasks of the region that have not begun are discarded, those with dependences too; those of the
// next region run, and so do those of a region around the cancelled one.
//
// test: ENV OMP_CANCELLATION=true
#include <omp.h>
#include <sched.h>

#include "check.h"

enum { kTasks = 40 };

static int cell;

static void await(const int* counter, int wanted) {
  for (int seen = 0; seen < wanted; sched_yield()) {
#pragma omp atomic read
    seen = *counter;
  }
}

// Tasks that have run of a region whose first thread creates them and cancels it while the others do nothing else.
// They are inside before it begins: a thread that still looks for work behind the last region may run tasks of this
// one.
static int cancelled_region(int* n_threads) {
  int n_ran = 0;
  int n_inside = 0;
#pragma omp parallel shared(n_ran, n_inside)
  {
    if (omp_get_thread_num() == 0) {
      *n_threads = omp_get_num_threads();
      await(&n_inside, *n_threads - 1);
      for (int i = 0; i < kTasks; i++) {
#pragma omp task shared(n_ran)
        {
#pragma omp atomic
          n_ran++;
        }
#pragma omp task shared(n_ran) depend(inout : cell)
        {
#pragma omp atomic
          n_ran++;
        }
      }
#pragma omp cancel parallel
    } else {
#pragma omp atomic
      n_inside++;
    }
    for (;;) {
#pragma omp cancellation point parallel
      sched_yield();
    }
  }
  return n_ran;
}

static int whole_region(void) {
  int n_ran = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < kTasks; i++) {
#pragma omp task shared(n_ran)
    {
#pragma omp atomic
      n_ran++;
    }
  }
  return n_ran;
}

int main(void) {
  omp_set_max_active_levels(2);
  for (int round = 0; round < 10; round++) {
    int n_threads = 0;
    int n_ran = cancelled_region(&n_threads);
    CHECK_EQ(n_ran, n_threads == 1 ? 2 * kTasks : 0); /* alone, a thread runs a task where it creates it */
    CHECK_EQ(whole_region(), kTasks);
  }
  int n_outer = 0;
#pragma omp parallel num_threads(2)
  {
    for (int i = 0; i < kTasks; i++) {
#pragma omp task shared(n_outer)
      {
#pragma omp atomic
        n_outer++;
      }
    }
    int n_threads = 0;
    int n_inner = cancelled_region(&n_threads);
    CHECK_EQ(n_inner, n_threads == 1 ? 2 * kTasks : 0);
  }
  CHECK_EQ(n_outer, 2 * kTasks);
  return check_finish();
}
