// SPDX-License-Identifier: Apache-2.0
//
// What a record cannot repeat, in the block itself: undeferred tasks whose result the block uses, final tasks,
// taskwait and taskgroup in the block, taskwait depend, detached tasks, ICVs that are set between tasks. The region
// must give the result of ordinary tasks.
//
// test: STDERR_MAY 'fallback\.c:'
#include "graph/graph_check.h"

enum { kEncounters = 8 };

static int undeferred(int step) {
  int value = 0, sum = 0;
  RONDO_TASKGRAPH() {
#pragma omp task depend(inout : value) shared(value) firstprivate(step)
    value = step;
#pragma omp task if (0) depend(inout : value) shared(value)
    value += 10;
    const int seen = value;  // the undeferred task has ended
#pragma omp task depend(inout : value) shared(sum) firstprivate(seen)
    sum = seen * 2;
  }
  return sum;
}

static int with_final(int step) {
  int sum = 0;
  RONDO_TASKGRAPH() {
    for (int i = 0; i < 4; i++)
#pragma omp task final(i % 2) depend(inout : sum) shared(sum) firstprivate(i, step)
      sum = sum * 3 + i + step;
  }
  return sum;
}

static int with_taskwait(int step) {
  int a = 0, b = 0, sum = 0;
  RONDO_TASKGRAPH() {
#pragma omp task shared(a) firstprivate(step)
    a = step + 1;
#pragma omp taskwait
    const int seen = a;
#pragma omp taskgroup
    {
#pragma omp task shared(b) firstprivate(seen)
      {
#pragma omp task shared(b) firstprivate(seen)
        b = seen * 2;
      }
    }
    const int then = b;
#pragma omp task depend(out : sum) shared(sum) firstprivate(then)
    sum = then + 5;
#pragma omp taskwait depend(in : sum)
    const int last = sum;
#pragma omp task depend(inout : sum) shared(sum) firstprivate(last)
    sum += last;
  }
  return sum;
}

static int detached(int step) {
  int value = 0, result = 0;
  RONDO_TASKGRAPH() {
    omp_event_handle_t event = (omp_event_handle_t)0;
#pragma omp task detach(event) depend(out : value) shared(value) firstprivate(step)
    value = step;
#pragma omp task depend(in : value) shared(value, result)
    result = value + 1;
#pragma omp task firstprivate(event)
    omp_fulfill_event(event);
  }
  return result;
}

static int with_settings(int step) {
  const int before = omp_get_max_threads();
  int seen[4];
  RONDO_TASKGRAPH() {
    for (int i = 0; i < 4; i++) {
      if (i % 2 == 0) omp_set_num_threads(100 * step + i + 1);
#pragma omp task shared(seen) firstprivate(i)
      seen[i] = omp_get_max_threads();
    }
  }
  for (int i = 0; i < 4; i++) CHECK_EQ(seen[i], 100 * step + i / 2 * 2 + 1);
  CHECK_EQ(omp_get_max_threads(), 100 * step + 3);
  omp_set_num_threads(before);
  return seen[3];
}

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int step = 0; step < kEncounters; step++) {
    CHECK_EQ(undeferred(step), (step + 10) * 2);
    CHECK_EQ(with_final(step), 40 * step + 18);
    CHECK_EQ(with_taskwait(step), 2 * ((step + 1) * 2 + 5));
    CHECK_EQ(detached(step), step + 1);
    CHECK_EQ(with_settings(step), 100 * step + 3);
  }
  return check_finish();
}
