// SPDX-License-Identifier: Apache-2.0
//
// detach: the task is complete only when its event is fulfilled, here by another task: its successors, a taskwait, a
// taskgroup and a barrier wait for it; the event may be fulfilled before, while or after the body runs.
#include <omp.h>

#include "check.h"

enum { kRounds = 30 };

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < kRounds; round++) {
    omp_event_handle_t event;
    int value = 0, fulfilled = 0, successor = 0;
#pragma omp task detach(event) depend(out : value) shared(value)
    value = 1;
#pragma omp task depend(in : value) shared(value, fulfilled, successor)
    {
      CHECK_EQ(value, 1);
      CHECK_EQ(fulfilled, 1);
      successor = 1;
    }
#pragma omp task firstprivate(event) shared(fulfilled)
    {
      spin_for(round * 50);
      fulfilled = 1;
      omp_fulfill_event(event);
    }
#pragma omp taskwait
    CHECK_EQ(successor, 1);

    int in_group = 0;
#pragma omp taskgroup
    {
      omp_event_handle_t second;
#pragma omp task detach(second) shared(in_group)
      {
#pragma omp atomic
        in_group++;
      }
#pragma omp task firstprivate(second) shared(in_group)
      {
        spin_for(200);
#pragma omp atomic
        in_group += 10;
        omp_fulfill_event(second);
      }
    }
    CHECK_EQ(in_group, 11);

    // Fulfilled inside the task's own body.
    omp_event_handle_t own;
    int after = 0;
#pragma omp task detach(own) depend(inout : after) shared(after)
    {
      after = 5;
      omp_fulfill_event(own);
    }
#pragma omp task depend(in : after) shared(after)
    CHECK_EQ(after, 5);
#pragma omp taskwait
  }
  return check_finish();
}
