// SPDX-License-Identifier: Apache-2.0
//
// Hundreds of detached tasks outstanding at once, more than any throttle of task creation lets wait: a runtime that
// begins to run tasks undeferred must not wait there for an event that only a later task fulfils.
//
// test: NOT_STOCK gcc 'libgomp 12 runs a detached task undeferred when many tasks wait, and waits for its event for
// test: ever'
#include <omp.h>

#include "check.h"

enum { kEvents = 500 };

int main(void) {
  for (int round = 0; round < 5; round++) {
    static omp_event_handle_t events[kEvents];
    int bodies = 0, completed = 0;
#pragma omp parallel
#pragma omp single
    {
      for (int i = 0; i < kEvents; i++) {
        omp_event_handle_t event;
#pragma omp task detach(event) shared(bodies)
        {
#pragma omp atomic
          bodies++;
        }
        events[i] = event;
      }
      for (int i = 0; i < kEvents; i++)
#pragma omp task shared(events, completed) firstprivate(i)
      {
#pragma omp atomic
        completed++;
        omp_fulfill_event(events[i]);
      }
    }
    CHECK_EQ(bodies, kEvents);
    CHECK_EQ(completed, kEvents);
  }
  return check_finish();
}
