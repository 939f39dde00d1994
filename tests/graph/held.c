// SPDX-License-Identifier: Apache-2.0
//
// Tasks that are held (rondo_task_hold) in graphs: the nodes of a region, a loop or a pattern are over when their
// bodies are, and all holds on them have been released, by a thread that knows nothing of OpenMP or by another task.
// No hold is refused, and nothing waits but what depends on such a task.
//
// test: NOT_STOCK gcc 'only Rondo has these functions' clang 'only Rondo has these functions'
#include "graph/events.h"

enum { kLanes = 5, kTimes = 30, kPending = 400 };

static int in[kLanes], last[kLanes];
static int n_refused;

static void start(int* target, int value) {
  void* const held = rondo_task_hold();
  if (held == NULL) __atomic_fetch_add(&n_refused, 1, __ATOMIC_RELAXED);
  if (held == NULL || value % 3 == 0) {
    *target = value;
    if (held != NULL) rondo_task_release(held);
    return;
  }
  static int ignored;
  submit_operation((operation){.held = rondo_task_hold(), .target = &ignored, .value = value});
  submit_operation((operation){.held = held, .target = target, .value = value});
}

static void lanes(void) {
  for (int i = 0; i < kLanes; i++) {
#pragma omp task depend(inout : in[i]) firstprivate(i)
    start(&in[i], last[i] + i);
#pragma omp task depend(inout : in[i]) depend(inout : last[i]) firstprivate(i)
    last[i] = in[i] + 1;
  }
}

static void expect(const char* what, int times) {
#pragma omp taskwait
  int is_right = n_refused == 0;
  for (int i = 0; i < kLanes; i++) is_right &= last[i] == times * (i + 1);
  if (!CHECK(is_right)) fprintf(stderr, "%s: %d, %d refused\n", what, last[0], n_refused);
  for (int i = 0; i < kLanes; i++) in[i] = last[i] = 0;
}

static void each_construct(void) {
  rondo_taskiter_stats before, after;
  rondo_get_taskiter_stats(&before);
  for (int k = 0; k < kTimes; k++) RONDO_TASKGRAPH() lanes();
  expect("captured", kTimes);
  for (int k = 0; k < kTimes; k++) RONDO_TASKGRAPH(rondo_same_data()) lanes();
  expect("pure", kTimes);
  for (int k = 0; k < kTimes; k++) RONDO_TASKGRAPH(rondo_nogroup()) lanes();
  expect("nogroup", kTimes);
  for (int k = 0; k < kTimes; k++) RONDO_DEP_PATTERN("held") lanes();
  expect("pattern", kTimes);
  for (int k = 0; k < 2; k++) RONDO_TASKITER(t, kTimes) lanes();
  expect("loop", 2 * kTimes);
  RONDO_TASKITER(t, kTimes, rondo_update(), rondo_unroll(2)) lanes();
  expect("update", kTimes);
  RONDO_TASKITER(t, kTimes, rondo_inline()) lanes();
  expect("inline", kTimes);
  static int n;
  n = 0;
  RONDO_TASKITER_WHILE(n < kTimes, rondo_condition_on(&n)) {
    lanes();
#pragma omp task depend(inout : n)
    n++;
  }
  expect("while", kTimes);
  rondo_get_taskiter_stats(&after);
  CHECK_EQ(after.iterations - before.iterations, (kTimes - 1) + kTimes + (kTimes - 2) + (kTimes - 1) + (kTimes - 1));
}

// A task waits for one of another iteration in no way: its hold is released by a task that has no dependence on it.
static void* holds[kPending];
static int n_held, n_released;

static void overlapping(void) {
  static int x, y;
  x = y = n_held = n_released = 0;
  RONDO_TASKITER(t, kPending) {
#pragma omp task depend(inout : x)
    {
      void* const held = rondo_task_hold();
      CHECK(held != NULL);
      __atomic_store_n(&holds[x++], held, __ATOMIC_RELEASE);
    }
#pragma omp task depend(inout : y)
    {
      while (__atomic_load_n(&holds[y], __ATOMIC_ACQUIRE) == NULL) {
#pragma omp taskyield
      }
      rondo_task_release(__atomic_exchange_n(&holds[y], NULL, __ATOMIC_ACQ_REL));
      y++;
    }
  }
  CHECK_EQ(x, kPending);
  CHECK_EQ(y, kPending);
}

int main(void) {
  rondo_enable_blocking();
  open_device();
#pragma omp parallel
#pragma omp single
  {
    each_construct();
    if (omp_get_num_threads() > 1) overlapping();
  }
  close_device();
  return check_finish();
}
