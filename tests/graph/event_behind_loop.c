/* SPDX-License-Identifier: Apache-2.0
 *
 * Inline loops that run as ordinary tasks, beside a detachable task whose event is fulfilled behind the loop: nothing
 * waits for that task but what depends on it, and no task of the loop overlaps with itself. And loops whose own last
 * event is fulfilled behind them: what their code has waited for before is done.
 *
 * test: STDERR 'the taskiter loop at .*event_behind_loop\.c:[0-9]+ '
 * test event_behind_loop_check: ENV RONDO_CHECK=graph STDERR 'event_behind_loop\.c:|graph check: .* 0 findings'
 */
#include "graph_check.h"

enum { kEncounters = 5, kIterations = 8, kPauses = 2000 };

typedef long (*Loop)(void);

static long n_overlaps;

/* Two of one `busy` at the same time are an error. */
static void work(int* busy, long* sum) {
  int now;
#pragma omp atomic capture
  now = (*busy)++;
  if (now != 0) {
#pragma omp atomic
    n_overlaps++;
  }
  for (volatile int i = 0; i < kPauses; i++) {
  }
#pragma omp atomic
  (*busy)--;
#pragma omp atomic
  (*sum)++;
}

static int busy[3];
static long sum;
static int detached;

static long without_recording(void) {
  RONDO_TASKITER(t, kIterations, rondo_inline(), rondo_if(0)) {
#pragma omp task
    work(&busy[0], &sum);
#pragma omp task depend(in : busy)
    work(&busy[1], &sum);
  }
  return 2 * kIterations;
}

static long with_undeferred_task(void) {
  RONDO_TASKITER(t, kIterations, rondo_inline()) {
#pragma omp task
    work(&busy[0], &sum);
#pragma omp task if (0)
    work(&busy[1], &sum);
#pragma omp task
    work(&busy[2], &sum);
  }
  return 3 * kIterations;
}

static long behind_the_event(void) {
  RONDO_TASKITER(t, kIterations, rondo_inline(), rondo_update()) {
#pragma omp task depend(in : detached) firstprivate(t)
    work(&busy[0], t < kIterations ? &sum : NULL);
  }
  return kIterations;
}

static long unrolled(void) {
  RONDO_TASKITER(t, kIterations, rondo_inline(), rondo_unroll(2), rondo_update()) {
    const int turn = (int)(t % 2);
#pragma omp task firstprivate(turn)
    work(&busy[turn], &sum);
#pragma omp taskwait depend(in : busy)
  }
  return kIterations;
}

static long with_events(void) {
  RONDO_TASKITER(t, kIterations, rondo_inline()) {
    omp_event_handle_t event = (omp_event_handle_t)0;
#pragma omp task detach(event)
    work(&busy[0], &sum);
    omp_fulfill_event(event);
  }
  return kIterations;
}

static long until_all_is_done(void) {
  int n = 0;
  RONDO_TASKITER_WHILE(n < kIterations, rondo_inline()) {
#pragma omp task shared(n)
    n++;
#pragma omp task depend(inout : busy)
    work(&busy[0], &sum);
  }
  return kIterations;
}

static long until_all_is_done_without_recording(void) {
  int n = 0;
  RONDO_TASKITER_WHILE(n < kIterations, rondo_inline(), rondo_if(0)) {
#pragma omp task shared(n) depend(inout : n)
    n++;
#pragma omp task
    work(&busy[0], &sum);
  }
  return kIterations;
}

static long in_a_region(void) {
  int n = 0;
  RONDO_TASKGRAPH() {
    RONDO_TASKITER_WHILE(n < kIterations, rondo_inline()) {
#pragma omp task shared(n) depend(inout : n)
      n++;
#pragma omp task depend(inout : busy)
      work(&busy[0], &sum);
    }
  }
  return kIterations;
}

static void beside_an_event(Loop loop) {
  omp_event_handle_t event = (omp_event_handle_t)0;
#pragma omp task detach(event) depend(out : detached)
  detached = 1;
  sum = 0;
  const long expected = loop();
  omp_fulfill_event(event);
#pragma omp taskwait
  CHECK_EQ(sum, expected);
}

static omp_event_handle_t last_event;
static int n_passed, is_passed;

static void pass_on(omp_event_handle_t event) {
  if (++n_passed % kIterations != 0) {
    omp_fulfill_event(event);
    return;
  }
  last_event = event;
  __atomic_store_n(&is_passed, 1, __ATOMIC_RELEASE);
}

static void behind_a_wait_for_all(void) {
  RONDO_TASKITER(t, kIterations, rondo_inline()) {
    omp_event_handle_t event = (omp_event_handle_t)0;
#pragma omp task
    work(&busy[0], &sum);
#pragma omp taskwait
#pragma omp task detach(event)
    pass_on(event);
  }
}

static void beside_a_wait_for_some(void) {
  RONDO_TASKITER(t, kIterations, rondo_inline()) {
    omp_event_handle_t event = (omp_event_handle_t)0;
#pragma omp task detach(event) depend(inout : n_passed)
    pass_on(event);
#pragma omp task depend(inout : sum)
    work(&busy[0], &sum);
#pragma omp taskwait depend(in : sum)
  }
}

static void with_last_event(void (*loop)(void)) {
  sum = 0;
  is_passed = 0;
  loop();
  CHECK_EQ(sum, kIterations);
  while (!__atomic_load_n(&is_passed, __ATOMIC_ACQUIRE)) {
#pragma omp taskyield
  }
  omp_fulfill_event(last_event);
#pragma omp taskwait
}

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int encounter = 0; encounter < kEncounters; encounter++) {
    beside_an_event(with_events);
    if (!rondo_get_graph_stats) continue; /* elsewhere tasks overlap, and a while loop waits for all tasks */
    beside_an_event(without_recording);
    beside_an_event(with_undeferred_task);
    beside_an_event(behind_the_event);
    beside_an_event(unrolled);
    beside_an_event(until_all_is_done);
    beside_an_event(until_all_is_done_without_recording);
    beside_an_event(in_a_region);
    with_last_event(behind_a_wait_for_all);
    with_last_event(beside_a_wait_for_some);
  }
  if (rondo_get_graph_stats) CHECK_EQ(n_overlaps, 0);
  return check_finish();
}
