/* SPDX-License-Identifier: Apache-2.0
 *
 * What a task without dependences costs: Fibonacci numbers with a task for each call (deep nesting, taskwait in each
 * task) and flat loops of empty tasks, created by one thread or by all. No clause cuts the recursion off: the point is
 * the price of not thinking about grain.
 */
#include <omp.h>
#include <stdlib.h>

#include "common/measure.h"

static long fibonacci_by_tasks(int n) {
  if (n < 2) return n;
  long first;
  long second;
#pragma omp task shared(first) firstprivate(n)
  first = fibonacci_by_tasks(n - 1);
#pragma omp task shared(second) firstprivate(n)
  second = fibonacci_by_tasks(n - 2);
#pragma omp taskwait
  return first + second;
}

static long fibonacci(int n) {
  long previous = 0;
  long current = 1;
  for (; n > 0; n--) {
    const long next = previous + current;
    previous = current;
    current = next;
  }
  return previous;
}

/* Executed tasks, counted for each thread in a line of its own so that counting shares nothing. */
typedef struct counter {
  long executed;
  char pad[192 - sizeof(long)];
} counter;

static counter* counters;

static __attribute__((noinline)) void count_task(void) { counters[omp_get_thread_num()].executed++; }

static void spawn_flat(long n_tasks) {
  for (long i = 0; i < n_tasks; i++) {
#pragma omp task
    count_task();
  }
}

enum form { kFibonacci, kFlatOne, kFlatAll };

static const measure_form kForms[] = {
    {"fib", "fib(n), a task for each call"},
    {"flat-one", "independent tasks created by one thread"},
    {"flat-all", "independent tasks created by all threads"},
};

/* One repetition, called by all threads of the team; the master stores the elapsed seconds. The clock starts before a
 * barrier and not after it: a master that is late from the barrier would miss what the others have done meanwhile. */
static void run_once(enum form form, int n, long n_tasks, double* elapsed_s) {
  double start_s = 0;
#pragma omp master
  start_s = measure_now_s();
#pragma omp barrier
  switch (form) {
    case kFibonacci:
#pragma omp single
      if (fibonacci_by_tasks(n) != fibonacci(n)) measure_fail("spawn: fib(%d) is wrong", n);
      break;
    case kFlatOne:
#pragma omp single
      spawn_flat(n_tasks);
      break;
    case kFlatAll:
      spawn_flat(n_tasks / omp_get_num_threads() + (omp_get_thread_num() < n_tasks % omp_get_num_threads()));
#pragma omp barrier
      break;
  }
#pragma omp master
  *elapsed_s = measure_now_s() - start_s;
}

int main(int argc, char** argv) {
  long long n = 24;
  long long n_flat = 200000;
  long long repeat = 5;
  const measure_option options[] = {
      {"n", "argument of fib", &n, 2, 45, 0},
      {"tasks", "tasks of the flat forms", &n_flat, 1, 100000000, 0},
      {"repeat", "repetitions; the median is reported", &repeat, 1, 1000, 0},
  };
  const enum form form = (enum form)measure_command_line(argc, argv, kForms, 3, options, 3);
  /* Each call but the first is a task; fib(n) makes 2 fib(n+1) - 1 calls. */
  const long long n_tasks = form == kFibonacci ? 2 * fibonacci((int)n + 1) - 2 : n_flat;
  const int max_threads = omp_get_max_threads();
  counters = aligned_alloc(64, (size_t)max_threads * sizeof *counters);
  double* samples_ns = calloc((size_t)repeat, sizeof *samples_ns);
  if (!counters || !samples_ns) measure_fail("spawn: no memory for the counters of %d threads", max_threads);
  for (int i = 0; i < max_threads; i++) counters[i].executed = 0;

  int threads = 1;
#pragma omp parallel
  {
#pragma omp master
    threads = omp_get_num_threads();
    for (int k = -1; k < repeat; k++) { /* the first one warms up */
      double elapsed_s = 0;
      run_once(form, (int)n, (long)n_flat, &elapsed_s);
#pragma omp master
      if (k >= 0) samples_ns[k] = 1e9 * elapsed_s / (double)n_tasks;
    }
  }
  long long executed = 0;
  for (int i = 0; i < max_threads; i++) executed += counters[i].executed;
  if (form != kFibonacci && executed != (repeat + 1) * n_flat)
    measure_fail("spawn: %lld tasks executed, %lld created", executed, (repeat + 1) * n_flat);

  measure_json_begin("spawn", MEASURE_COMPILER, kForms[form].name);
  measure_json_integer("tasks", n_tasks);
  measure_json_integer("threads", threads);
  measure_json_reals("samples_ns", samples_ns, (size_t)repeat);
  measure_json_real("ns_per_task", measure_median(samples_ns, (size_t)repeat));
  measure_json_end();
  free(samples_ns);
  free(counters);
  return 0;
}
