// SPDX-License-Identifier: Apache-2.0
//
// Tasks that an undeferred task leaves behind. Their creator may have created nothing else, so it counts nobody: a
// taskgroup or a barrier around it waits for them all the same, a taskwait of the creator does not have to.
#include <omp.h>
#include <sched.h>

#include "check.h"

enum { kRounds = 30, kWidth = 5 };

static int n_done;

static void linger(int us) {
  const double start = omp_get_wtime();
  while (omp_get_wtime() - start < 1e-6 * us) sched_yield();
#pragma omp atomic
  n_done++;
}

static int done(void) {
  int n;
#pragma omp atomic read
  n = n_done;
  return n;
}

/* Undeferred, `depth` deep; the innermost one leaves tasks behind, and some of these leave others. */
static void descend(int depth) {
  if (depth > 0) {
#pragma omp task if (0)
    descend(depth - 1);
    return;
  }
  for (int i = 0; i < kWidth; i++) {
#pragma omp task firstprivate(i)
    {
#pragma omp task if (0)
      {
#pragma omp task
        linger(20 * i);
      }
      linger(10);
    }
  }
}

static void in_taskgroup(int depth) {
  n_done = 0;
#pragma omp taskgroup
  {
#pragma omp task
    descend(depth); /* it creates no task that is deferred */
#pragma omp task if (0)
    descend(depth);
  }
  CHECK_EQ(done(), 4 * kWidth);
}

/* The creator waits and creates on, with what it left behind still running. */
static void goes_on(int depth) {
  n_done = 0;
#pragma omp taskgroup
  {
#pragma omp task
    {
      descend(depth);
      int mine = 0;
#pragma omp taskwait
#pragma omp task shared(mine)
      mine = 1;
#pragma omp taskwait
      CHECK_EQ(mine, 1);
#pragma omp taskgroup
      {
        descend(depth);
      }
      CHECK(done() >= 2 * kWidth);
    }
  }
  CHECK_EQ(done(), 4 * kWidth);
}

/* Final tasks are undeferred, and so is all that they create: nothing is left behind. */
static void in_final(int depth) {
  n_done = 0;
#pragma omp task final(1)
  {
    descend(depth);
    CHECK_EQ(done(), 2 * kWidth);
  }
#pragma omp taskwait
  CHECK_EQ(done(), 2 * kWidth);
}

static void set_icvs(void) {
#pragma omp task
  {
#pragma omp task if (0)
    {
      omp_set_num_threads(3);
#pragma omp task
      CHECK_EQ(omp_get_max_threads(), 3);
      CHECK_EQ(omp_get_max_threads(), 3);
    }
    CHECK(omp_get_max_threads() != 3 || omp_get_num_threads() == 3);
  }
#pragma omp taskwait
}

int main(void) {
  for (int round = 0; round < kRounds; round++) {
#pragma omp parallel
#pragma omp single
    {
      in_taskgroup(round % 4);
      goes_on(round % 4);
      in_final(round % 4);
      set_icvs();
    }
    n_done = 0;
#pragma omp parallel
#pragma omp single nowait
    {
#pragma omp task
      descend(round % 4);
    }
    CHECK_EQ(n_done, 2 * kWidth); /* the region's end waits for all */
  }
  return check_finish();
}
