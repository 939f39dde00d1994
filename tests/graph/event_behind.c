/* SPDX-License-Identifier: Apache-2.0
 *
 * Tasks of a region or a loop depend on an earlier detachable task, and their creator fulfils its event only behind
 * them: in the rest of the region's code, where the region does not fit its record, or behind the loop. So the creator
 * must not wait for them before. Nor for the detachable task, where the loop's tasks do not depend on it.
 */
#include "graph_check.h"

enum { kEncounters = 9, kIterations = 4, kOther = 100 };

static int region(int encounter) {
  int x = 0, y = 0;
  omp_event_handle_t event = (omp_event_handle_t)0;
#pragma omp task detach(event) depend(out : x) shared(x)
  x = 1;
  RONDO_TASKGRAPH() {
#pragma omp task depend(in : x) depend(inout : y) shared(x, y)
    y += x;
    if (encounter % 3 == 2) {
#pragma omp task depend(inout : y) shared(y) firstprivate(encounter)
      y += kOther + encounter;
    } else {
#pragma omp task depend(inout : y) shared(y)
      y += kOther;
    }
    omp_fulfill_event(event);
  }
  return y;
}

static int updated_loop(void) {
  int x = 0, y = 0;
  omp_event_handle_t event = (omp_event_handle_t)0;
#pragma omp task detach(event) depend(out : x) shared(x)
  x = 1;
  RONDO_TASKITER(iteration, kIterations, rondo_inline(), rondo_update()) {
#pragma omp task depend(in : x) depend(inout : y) shared(x, y) firstprivate(iteration)
    y += x + (int)iteration;
  }
  omp_fulfill_event(event);
#pragma omp taskwait
  return y;
}

static int while_loop(void) {
  int x = 0, y = 0, n = 0;
  omp_event_handle_t event = (omp_event_handle_t)0;
#pragma omp task detach(event) depend(out : x) shared(x)
  x = 1;
  RONDO_TASKITER_WHILE(n < kIterations, rondo_inline(), rondo_condition_on(&n)) {
#pragma omp task depend(inout : n) shared(n)
    n++;
#pragma omp task depend(in : x) depend(inout : y) shared(x, y)
    y += x;
  }
  omp_fulfill_event(event);
#pragma omp taskwait
  return y;
}

/* The tasks do not depend on the detachable one, but the loop's graph has waits for all that is before them. */
static int waiting_loop(int* y) {
  int x = 0;
  omp_event_handle_t event = (omp_event_handle_t)0;
#pragma omp task detach(event) depend(out : x) shared(x)
  x = 1;
  RONDO_TASKITER(iteration, kIterations, rondo_inline()) {
#pragma omp taskgroup
    {
#pragma omp task depend(inout : *y) firstprivate(y)
      ++*y;
    }
#pragma omp task depend(inout : *y) firstprivate(y)
    ++*y;
#pragma omp taskwait depend(in : *y)
  }
  omp_fulfill_event(event);
#pragma omp taskwait
  return *y;
}

/* Nothing orders a task behind itself in the iteration before. */
static int unordered_loop(int* y) {
  int x = 0;
  omp_event_handle_t event = (omp_event_handle_t)0;
#pragma omp task detach(event) depend(out : x) shared(x)
  x = 1;
  RONDO_TASKITER(iteration, kIterations, rondo_inline(), rondo_update()) {
#pragma omp task firstprivate(y, iteration)
    {
#pragma omp atomic
      *y += (int)iteration;
    }
  }
  omp_fulfill_event(event);
#pragma omp taskwait
  return *y;
}

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int encounter = 0; encounter < kEncounters; encounter++) {
    CHECK_EQ(region(encounter), 1 + kOther + (encounter % 3 == 2 ? encounter : 0));
    CHECK_EQ(updated_loop(), kIterations + kIterations * (kIterations - 1) / 2);
    int sum = 0;
    CHECK_EQ(waiting_loop(&sum), 2 * kIterations);
    sum = 0;
    CHECK_EQ(unordered_loop(&sum), kIterations * (kIterations - 1) / 2);
    if (rondo_get_graph_stats) CHECK_EQ(while_loop(), kIterations); /* elsewhere it waits for all tasks */
  }
  return check_finish();
}
