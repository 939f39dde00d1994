/* SPDX-License-Identifier: Apache-2.0
 *
 * What a task without dependences costs: Fibonacci numbers with a task for each call, or for one of the two (deep
 * nesting, taskwait in each task), the queens that do not threaten each other with a task for each call (more
 * children), and flat loops of empty tasks, created by one thread or by all. No clause cuts the recursion off: the
 * point is the price of not thinking about grain.
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

/* The other shape that is in use: the second call is a call. */
static long fibonacci_by_half_tasks(int n) {
  if (n < 2) return n;
  long first;
#pragma omp task shared(first) firstprivate(n)
  first = fibonacci_by_half_tasks(n - 1);
  const long second = fibonacci_by_half_tasks(n - 2);
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

/* ---- Queens: the first `row` rows of a board are occupied -------------------------------------------------------- */

enum { kMostQueens = 16 };

typedef struct board {
  int n;
  int row;
  unsigned columns; /* that are taken, and the squares of this row that the queens so far see along a diagonal */
  unsigned rising;
  unsigned falling;
} board;

static unsigned free_squares(board at) { return ((1u << at.n) - 1) & ~(at.columns | at.rising | at.falling); }

static board with_queen(board at, unsigned square) {
  const board next = {at.n, at.row + 1, at.columns | square, (at.rising | square) << 1, (at.falling | square) >> 1};
  return next;
}

/* Calls are counted as well as solutions: one that finds no solution is looked at, too. */
enum { kCall = 1 };
static const long kSolution = 1L << 40;

static long queens_by_tasks(board at) {
  if (at.row == at.n) return kCall + kSolution;
  long solutions[kMostQueens];
  int n_tasks = 0;
  for (unsigned squares = free_squares(at); squares; squares &= squares - 1) {
    const board next = with_queen(at, squares & -squares);
    long* result = &solutions[n_tasks++];
    *result = 0; /* what an earlier call left there may be right */
#pragma omp task firstprivate(next, result)
    *result = queens_by_tasks(next);
  }
#pragma omp taskwait
  long sum = kCall;
  for (int i = 0; i < n_tasks; i++) sum += solutions[i];
  return sum;
}

static long queens(board at, long* n_calls) {
  ++*n_calls;
  if (at.row == at.n) return kCall + kSolution;
  long sum = kCall;
  for (unsigned squares = free_squares(at); squares; squares &= squares - 1)
    sum += queens(with_queen(at, squares & -squares), n_calls);
  return sum;
}

/* ---- Flat loops -------------------------------------------------------------------------------------------------- */

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

enum form { kFibonacci, kHalfFibonacci, kQueens, kFlatOne, kFlatAll, kNumForms };

static const measure_form kForms[kNumForms] = {
    {"fib", "fib(n), a task for each call"},
    {"fib-half", "fib(n), a task and a call in each call"},
    {"queens", "n queens, a task for each call"},
    {"flat-one", "independent tasks created by one thread"},
    {"flat-all", "independent tasks created by all threads"},
};

/* What is repeated, and what must come of it. */
typedef struct workload {
  enum form form;
  int n;
  long n_tasks;
  long result; /* of the recursions */
} workload;

static workload make_workload(enum form form, int n, long n_flat) {
  workload load = {form, n, n_flat, 0};
  const board empty = {n, 0, 0, 0, 0};
  /* Each call but the first is a task, in fib-half half of them; fib(n) makes 2 fib(n+1) - 1 calls. */
  switch (form) {
    case kFibonacci:
    case kHalfFibonacci:
      load.n_tasks = (form == kFibonacci ? 2 : 1) * (fibonacci(n + 1) - 1);
      load.result = fibonacci(n);
      break;
    case kQueens:
      if (n > kMostQueens) measure_fail("spawn: %d queens are too many; choose --n from 2 to %d", n, kMostQueens);
      load.n_tasks = -1;
      load.result = queens(empty, &load.n_tasks);
      break;
    case kFlatOne:
    case kFlatAll:
    case kNumForms:
      break;
  }
  return load;
}

static void recur(const workload* load) {
  const board empty = {load->n, 0, 0, 0, 0};
  const long result = load->form == kFibonacci       ? fibonacci_by_tasks(load->n)
                      : load->form == kHalfFibonacci ? fibonacci_by_half_tasks(load->n)
                                                     : queens_by_tasks(empty);
  if (result != load->result)
    measure_fail("spawn: %s of %d is %ld, not %ld", kForms[load->form].name, load->n, load->result, result);
}

/* One repetition, called by all threads of the team; the master stores the elapsed seconds. The clock starts before a
 * barrier and not after it: a master that is late from the barrier would miss what the others have done meanwhile. */
static void run_once(const workload* load, double* elapsed_s) {
  double start_s = 0;
#pragma omp master
  start_s = measure_now_s();
#pragma omp barrier
  if (load->form == kFlatAll) {
    const int threads = omp_get_num_threads();
    spawn_flat(load->n_tasks / threads + (omp_get_thread_num() < load->n_tasks % threads));
#pragma omp barrier
  } else {
#pragma omp single
    {
      if (load->form == kFlatOne)
        spawn_flat(load->n_tasks);
      else
        recur(load);
    }
  }
#pragma omp master
  *elapsed_s = measure_now_s() - start_s;
}

int main(int argc, char** argv) {
  long long n = 0;
  long long n_flat = 200000;
  long long repeat = 5;
  const measure_option options[] = {
      {"n", "argument of fib, or queens; 0: fib(24), 9 queens", &n, 0, 45, 0},
      {"tasks", "tasks of the flat forms", &n_flat, 1, 100000000, 0},
      {"repeat", "repetitions; the median is reported", &repeat, 1, 1000, 0},
  };
  const enum form form = (enum form)measure_command_line(argc, argv, kForms, kNumForms, options, 3);
  if (!n) n = form == kQueens ? 9 : 24;
  const workload load = make_workload(form, (int)n, (long)n_flat);
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
      run_once(&load, &elapsed_s);
#pragma omp master
      if (k >= 0) samples_ns[k] = 1e9 * elapsed_s / (double)load.n_tasks;
    }
  }
  long long executed = 0;
  for (int i = 0; i < max_threads; i++) executed += counters[i].executed;
  if ((form == kFlatOne || form == kFlatAll) && executed != (repeat + 1) * n_flat)
    measure_fail("spawn: %lld tasks executed, %lld created", executed, (repeat + 1) * n_flat);

  measure_json_begin("spawn", MEASURE_COMPILER, kForms[form].name);
  measure_json_integer("tasks", load.n_tasks);
  measure_json_integer("threads", threads);
  measure_json_reals("samples_ns", samples_ns, (size_t)repeat);
  measure_json_real("ns_per_task", measure_median(samples_ns, (size_t)repeat));
  measure_json_end();
  free(samples_ns);
  free(counters);
  return 0;
}
