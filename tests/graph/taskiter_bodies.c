/* SPDX-License-Identifier: Apache-2.0
 *
 * What the body of a taskiter loop may contain besides tasks with dependences: waits, taskgroups, taskloops, nested
 * tasks, tasks that only exclude each other or may overlap, tasks without dependences; and what ends a loop early.
 *
 * test: ENV OMP_CANCELLATION=true
 */
#include <stdint.h>

#include "graph_check.h"

/* gcc 12 does not know inoutset. */
#ifdef __clang__
#define TASK_THAT_MAY_OVERLAP _Pragma("omp task shared(overlapping) depend(inoutset : overlapping)")
#else
#define TASK_THAT_MAY_OVERLAP _Pragma("omp task shared(overlapping) depend(in : overlapping)")
#endif

enum { kIterations = 40 };

static void wait_in_body(void) {
  long a = 0, b = 0, order_errors = 0;
  RONDO_TASKITER(t, kIterations) {
#pragma omp task shared(a) depend(out : a)
    a++;
#pragma omp taskwait
#pragma omp task shared(a, b, order_errors)
    {
      b++;
      if (a != b) order_errors++;
    }
#pragma omp taskwait
  }
  CHECK_EQ(a, kIterations);
  CHECK_EQ(b, kIterations);
  CHECK_EQ(order_errors, 0);
}

static void taskgroup_in_body(void) {
  long n_leaves = 0, seen = 0, order_errors = 0;
  RONDO_TASKITER(t, kIterations) {
#pragma omp taskgroup
    {
#pragma omp task shared(n_leaves)
      for (int i = 0; i < 3; i++) {
#pragma omp task shared(n_leaves)
#pragma omp atomic
        n_leaves++;
      }
    }
#pragma omp task shared(n_leaves, seen, order_errors) depend(inout : seen)
    {
      long now;
#pragma omp atomic read
      now = n_leaves;
      seen++;
      if (now < 3 * seen) order_errors++;
    }
  }
  CHECK_EQ(n_leaves, 3 * kIterations);
  CHECK_EQ(order_errors, 0);
}

/* The loop waits for what its tasks create, and that may differ from iteration to iteration. */
static void nested_tasks(void) {
  long n = 0, round = 0;
  RONDO_TASKITER(t, kIterations) {
#pragma omp task shared(n, round) depend(inout : round)
    {
      for (long i = 0; i < round % 5; i++) {
#pragma omp task shared(n)
#pragma omp atomic
        n++;
      }
      round++;
    }
  }
  CHECK_EQ(n, kIterations / 5 * 10);
}

static void taskloop_in_body(void) {
  static long sum[64];
  for (int i = 0; i < 64; i++) sum[i] = 0;
  RONDO_TASKITER(t, kIterations) {
#pragma omp taskloop grainsize(8) nogroup
    for (int i = 0; i < 64; i++) {
#pragma omp atomic
      sum[i]++;
    }
  }
  for (int i = 0; i < 64; i++) CHECK_EQ(sum[i], kIterations);
  RONDO_TASKITER(t, kIterations) {
#pragma omp taskloop num_tasks(4)
    for (int i = 0; i < 64; i++) {
#pragma omp atomic
      sum[i]++;
    }
  }
  for (int i = 0; i < 64; i++) CHECK_EQ(sum[i], 2 * kIterations);
}

static void exclusive_and_overlapping(void) {
  long exclusive = 0, overlapping = 0, final_errors = 0, rounds = 0;
  RONDO_TASKITER(t, kIterations) {
    for (int i = 0; i < 6; i++) {
#pragma omp task shared(exclusive) depend(mutexinoutset : exclusive)
      exclusive++;
      TASK_THAT_MAY_OVERLAP {
#pragma omp atomic
        overlapping++;
      }
    }
#pragma omp task shared(exclusive, overlapping, final_errors, rounds) depend(inout : exclusive, overlapping, rounds)
    {
      rounds++;
      if (exclusive != 6 * rounds || overlapping != 6 * rounds) final_errors++;
    }
  }
  CHECK_EQ(final_errors, 0);
  CHECK_EQ(rounds, kIterations);
}

/* Of all memory: the task of each iteration comes after everything before it. */
static void taskwait_depend_in_body(void) {
  long a = 0, b = 0, errors = 0;
  RONDO_TASKITER(t, kIterations) {
#pragma omp task shared(a) depend(out : a)
    a++;
#pragma omp task shared(b) depend(out : b)
    b++;
#pragma omp taskwait depend(in : a)
#pragma omp task shared(a, errors, b) depend(in : a, b)
    if (a != b) errors++;
  }
  CHECK_EQ(a, kIterations);
  CHECK_EQ(errors, 0);
}

static void without_dependences(void) {
  long n = 0;
  RONDO_TASKITER(t, 1000, rondo_unroll(4)) {
#pragma omp task shared(n)
#pragma omp atomic
    n++;
  }
  CHECK_EQ(n, 1000);
}

static void empty_body(void) {
  int n_bodies = 0;
  RONDO_TASKITER(t, 5) { n_bodies++; }
  CHECK_EQ(n_bodies, 5); /* nothing was recorded, so nothing goes round */
}

static long leave_by_return(long* n) {
  RONDO_TASKITER(t, kIterations, rondo_update()) {
#pragma omp task firstprivate(n) depend(inout : n[0])
    n[0]++;
    if (t == 7) return (long)t;
  }
  return -1;
}

static void left_early(void) {
  long n = 0;
  RONDO_TASKITER(t, kIterations) {
#pragma omp task shared(n) depend(inout : n)
    n++;
    if (t == 0) break;
  }
  CHECK_EQ(n, 1);
  n = 0;
  CHECK_EQ(leave_by_return(&n), 7);
  CHECK_EQ(n, 8);
  n = 0;
  RONDO_TASKITER(t, kIterations) {
#pragma omp task shared(n) depend(inout : n)
    n++;
    continue;
  }
  CHECK_EQ(n, kIterations);
}

/* Every iteration's own data, with objects on the body's stack that are gone in the next one. */
static void data_of_each_iteration(void) {
  long seen[kIterations] = {0};
  RONDO_TASKITER(t, kIterations, rondo_update()) {
    const long value = (long)(t * t);
#pragma omp task firstprivate(t, value) shared(seen)
    seen[t] = value;
  }
  for (long t = 0; t < kIterations; t++) CHECK_EQ(seen[t], t * t);
}

static void in_tasks_and_regions(void) {
  long sums[8] = {0};
  for (int k = 0; k < 8; k++) {
#pragma omp task shared(sums) firstprivate(k)
    {
      long* sum = &sums[k];
      RONDO_TASKITER(t, kIterations) {
#pragma omp task firstprivate(sum) depend(inout : sum[0])
        sum[0]++;
      }
      CHECK_EQ(*sum, kIterations);
    }
  }
#pragma omp taskwait
  for (int k = 0; k < 8; k++) CHECK_EQ(sums[k], kIterations);
  /* Inside a task graph region the loop's tasks are the region's. */
  long n = 0;
  for (int encounter = 0; encounter < 3; encounter++) {
    RONDO_TASKGRAPH() {
      RONDO_TASKITER(t, 4) {
#pragma omp task shared(n) depend(inout : n)
        n++;
      }
    }
    CHECK_EQ(n, 4 * (encounter + 1));
  }
}

static void many_rounds(void) {
  /* Stock runtimes create each task, and keep all of them in one queue. */
  const long n_rounds = rondo_get_taskiter_stats ? TEST_SCALE(200000) : 2000;
  long a = 0, b = 0;
  RONDO_TASKITER(t, (uint64_t)n_rounds) {
#pragma omp task shared(a) depend(inout : a)
    a++;
#pragma omp task shared(a, b) depend(in : a) depend(inout : b)
    b += a & 1;
  }
  CHECK_EQ(a, n_rounds);
  CHECK_EQ(b, n_rounds / 2 + n_rounds % 2);
}

static void cancelled(void) {
  if (!omp_get_cancellation()) return;
  long n = 0;
  RONDO_TASKITER(t, 1000000000) {
#pragma omp task shared(n) depend(inout : n)
    {
      n++;
      if (n == 1000) {
#pragma omp cancel taskgroup
      }
    }
    if (t > 20000) break; /* where iterations are created one by one */
  }
  CHECK(n >= 1000);
}

static void run_everything(void) {
  wait_in_body();
  taskgroup_in_body();
  nested_tasks();
  taskloop_in_body();
  exclusive_and_overlapping();
  taskwait_depend_in_body();
  without_dependences();
  empty_body();
  left_early();
  data_of_each_iteration();
  in_tasks_and_regions();
  many_rounds();
}

int main(void) {
  cancelled();
#pragma omp parallel
#pragma omp single
  run_everything();
  run_everything();
  /* Several threads in the same loops at once. */
#pragma omp parallel num_threads(3)
  {
    wait_in_body();
    nested_tasks();
    without_dependences();
    data_of_each_iteration();
  }
  return check_finish();
}
