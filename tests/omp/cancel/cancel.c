// SPDX-License-Identifier: Apache-2.0
//
// cancel with OMP_CANCELLATION=true: parallel, for, sections and taskgroup end early and the construct after them
// works; cancellation points; cancel with a false if clause.
//
// test: ENV OMP_CANCELLATION=true
#include <omp.h>

#include "check.h"

enum { kTasks = 400 };

int main(void) {
  CHECK_EQ(omp_get_cancellation(), 1);
  for (int round = 0; round < 20; round++) {
    // Every thread cancels the loop in its own first iteration: at most one iteration a thread is executed.
    int executed = 0, after = 0;
#pragma omp parallel
    {
#pragma omp for schedule(static)
      for (int i = 0; i < 10000; i++) {
#pragma omp atomic
        executed++;
#pragma omp cancel for
        CHECK(0 && "not reached after cancel for");
      }
#pragma omp atomic
      after++;
#pragma omp barrier
      CHECK_EQ(after, omp_get_num_threads());
    }
    CHECK(executed >= 1 && executed <= omp_get_max_threads());

    int before = 0, beyond = 0;
#pragma omp parallel
    {
#pragma omp atomic
      before++;
      if (omp_get_thread_num() == omp_get_num_threads() - 1) {
#pragma omp cancel parallel
        CHECK(0 && "not reached after cancel parallel");
      }
#pragma omp barrier
#pragma omp atomic
      beyond++;
    }
    CHECK_EQ(before, omp_get_max_threads());
    CHECK_EQ(beyond, 0);

    int first_section = 0;
#pragma omp parallel num_threads(1)
    {
#pragma omp sections
      {
#pragma omp section
        {
          first_section++;
#pragma omp cancel sections
          CHECK(0 && "not reached after cancel sections");
        }
#pragma omp section
        CHECK(0 && "a later section of a cancelled construct");
      }
      first_section += 10;
    }
    CHECK_EQ(first_section, 11);

    int finished = 0, points = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup
      for (int i = 0; i < kTasks; i++)
#pragma omp task shared(finished, points) firstprivate(i)
      {
#pragma omp cancellation point taskgroup
#pragma omp atomic
        points++;
        if (i == 10) {
#pragma omp cancel taskgroup
          CHECK(0 && "not reached after cancel taskgroup");
        }
#pragma omp atomic
        finished++;
      }
      // Tasks of the next group are not touched by the cancelled one.
      int next = 0;
#pragma omp taskgroup
      for (int i = 0; i < 20; i++)
#pragma omp task shared(next)
      {
#pragma omp atomic
        next++;
      }
      CHECK_EQ(next, 20);
    }
    CHECK(finished <= points && points <= kTasks && finished < kTasks);

    int all = 0;
#pragma omp parallel
    {
#pragma omp for reduction(+ : all)
      for (int i = 0; i < 100; i++) {
#pragma omp cancel for if (i > 1000)
        all++;
      }
    }
    CHECK_EQ(all, 100);
  }
  return check_finish();
}
