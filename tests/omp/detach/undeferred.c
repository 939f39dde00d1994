// SPDX-License-Identifier: Apache-2.0
//
// Undeferred tasks with an event, by if(0) and in a final task: the body is over before the creator goes on, and
// successors, taskwait and taskgroup wait for the event, too.
//
// test: NOT_STOCK gcc 'libgomp 12 waits for the event before the creator goes on, which fulfils it'
#include <omp.h>

#include "check.h"

enum { kRounds = 200 };

static void fulfilled_in_body(void) {
  int value = 0;
  omp_event_handle_t event = (omp_event_handle_t)0;
#pragma omp task if (0) detach(event) shared(value)
  {
    value = 1;
    omp_fulfill_event(event);
  }
  CHECK_EQ(value, 1);
#pragma omp task final(1)
  {
    int inner = 0;
    omp_event_handle_t second = (omp_event_handle_t)0;
#pragma omp task detach(second) shared(inner)
    {
      inner = 1;
      omp_fulfill_event(second);
    }
    CHECK_EQ(inner, 1);
  }
#pragma omp taskwait
}

// The event of the first task is fulfilled last. In between, others are created that could take its place in memory.
static void fulfilled_later(void) {
  int value = 0, is_fulfilled = 0;
  omp_event_handle_t first = (omp_event_handle_t)0, second = (omp_event_handle_t)0;
#pragma omp taskgroup
  {
#pragma omp task if (0) detach(first) shared(value)
    value = 1;
    CHECK_EQ(value, 1);
#pragma omp task detach(second) depend(out : value)
    ;
#pragma omp task depend(in : value) shared(is_fulfilled)
    CHECK_EQ(__atomic_load_n(&is_fulfilled, __ATOMIC_ACQUIRE), 1);
    omp_fulfill_event(first);
    spin_for(20);
    __atomic_store_n(&is_fulfilled, 1, __ATOMIC_RELEASE);
    omp_fulfill_event(second);
  }
}

static void waited_for(void) {
  int value = 0, is_fulfilled = 0;
  omp_event_handle_t event = (omp_event_handle_t)0;
#pragma omp task if (0) detach(event) shared(value)
  value = 1;  // gcc 12 drops the task if its body is empty
#pragma omp task firstprivate(event) shared(is_fulfilled)
  {
    spin_for(50);
    is_fulfilled = 1;
    omp_fulfill_event(event);
  }
#pragma omp taskwait
  CHECK_EQ(value + is_fulfilled, 2);
}

// With dependences: behind its predecessor, and its successor behind its event. clang does not tell libomp of the
// latter, so only the former is checked.
static void in_order(void) {
  int value = 0;
  omp_event_handle_t event = (omp_event_handle_t)0;
#pragma omp task depend(out : value) shared(value)
  {
    spin_for(20);
    value = 1;
  }
#pragma omp task if (0) detach(event) depend(inout : value) shared(value)
  value += 10;
  CHECK_EQ(value, 11);
  omp_fulfill_event(event);
#pragma omp task depend(in : value) shared(value)
  CHECK_EQ(value, 11);
#pragma omp taskwait
}

int main(void) {
  fulfilled_in_body();  // outside of a region, too
#pragma omp parallel
  for (int round = 0; round < kRounds; round++) {
    fulfilled_in_body();
    fulfilled_later();
    waited_for();
    in_order();
  }
  return check_finish();
}
