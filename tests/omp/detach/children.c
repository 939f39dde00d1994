// SPDX-License-Identifier: Apache-2.0
//
// A detachable task leaves children behind when its body ends. They run while another thread fulfils its event, and
// the taskgroup around them waits for all of them.
#include <omp.h>

#include "check.h"

enum { kRounds = 20000, kChildren = 3 };

int main(void) {
  long n_done = 0;
  const int n_rounds = TEST_SCALE(kRounds);
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < n_rounds; round++) {
    omp_event_handle_t event;
#pragma omp taskgroup
    {
#pragma omp task detach(event) shared(n_done)
      for (int i = 0; i < kChildren; i++) {
#pragma omp task firstprivate(i) shared(n_done)
        {
          for (volatile int k = 0; k < 37 * i % 50;) k++;
#pragma omp atomic
          n_done++;
        }
      }
#pragma omp task firstprivate(event, round)
      {
        for (volatile int k = 0; k < round % 200;) k++;
        omp_fulfill_event(event);
      }
    }
    CHECK_EQ(n_done, (round + 1L) * kChildren);
  }
  return check_finish();
}
