// SPDX-License-Identifier: Apache-2.0
//
// The event of a task in a nested region is fulfilled by a thread of the outer team, whose number is larger than
// those of the inner team, while all threads of that team sleep: a successor starts there.
#include <omp.h>
#include <unistd.h>

#include "check.h"

enum { kRounds = 5, kOuter = 8, kInner = 2 };

static omp_event_handle_t published;
static int is_published;

static void wait_for_event(int* n_successors) {
#pragma omp parallel num_threads(kInner)
#pragma omp single
  {
    int value = 0;
    omp_event_handle_t event = (omp_event_handle_t)0;
#pragma omp task detach(event) depend(out : value) shared(value)
    value = 1;
    published = event;
    __atomic_store_n(&is_published, 1, __ATOMIC_RELEASE);
#pragma omp task depend(in : value) shared(value, n_successors)
    *n_successors += value;
#pragma omp taskwait
  }
}

static void fulfill_it(void) {
  while (!__atomic_load_n(&is_published, __ATOMIC_ACQUIRE)) usleep(100);
  usleep(50000);  // until the inner team is asleep
  omp_fulfill_event(published);
}

int main(void) {
  omp_set_max_active_levels(2);
  for (int round = 0; round < kRounds; round++) {
    int n_successors = 0;
    is_published = 0;
#pragma omp parallel num_threads(kOuter)
    {
      const int last = omp_get_num_threads() - 1;
      if (omp_get_thread_num() == 0 && last > 0) wait_for_event(&n_successors);
      if (omp_get_thread_num() == last && last > 0) fulfill_it();
      if (last == 0) n_successors = 1;
    }
    CHECK_EQ(n_successors, 1);
  }
  return check_finish();
}
