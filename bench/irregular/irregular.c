/* SPDX-License-Identifier: Apache-2.0
 *
 * Tasks of irregular lengths: how close the time comes to the best possible one. That is what the same threads take
 * for the same bodies, dealt out by somebody who knows their lengths (dealt.h), or the longest chain. It is measured by
 * turns with the tasks, and each time is compared with what was measured before and behind it alone, as the
 * processors' clocks may change within a process, and two of them may be slower together than one is.
 */
#include <omp.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "common/measure.h"
#include "common/team_time.h"
#include "irregular/dealt.h"
#include "irregular/lengths.h"

typedef struct length {
  uint32_t n_turns;
  uint32_t sleep_ns;
} length;

static long n_tasks;
static length* lengths;
static char chains[kNumChains]; /* only their addresses count */

/* Executed tasks, counted for each thread in a line of its own so that counting shares nothing. */
typedef struct counter {
  long n_executed;
  char pad[192 - sizeof(long)];
} counter;

static counter* counters;
static dealt all;
static length* dealt_lengths; /* in the order in which they are dealt */

static void run(length at) {
  if (at.sleep_ns) {
    const struct timespec time = {0, at.sleep_ns};
    nanosleep(&time, NULL);
  }
  measure_turn(at.n_turns);
}

static __attribute__((noinline)) void body(long i) {
  run(lengths[i]);
  counters[omp_get_thread_num()].n_executed++;
}

static void create(long first, long end) {
  for (long i = first; i < end; i++) {
#pragma omp task firstprivate(i)
    body(i);
  }
}

static void create_by_all(void) {
#pragma omp for schedule(static) nowait
  for (long i = 0; i < n_tasks; i++) create(i, i + 1);
}

static void create_by_parents(void) {
  for (long first = 0; first < n_tasks; first += kTasksOfParent) {
#pragma omp task firstprivate(first)
    create(first, first + kTasksOfParent < n_tasks ? first + kTasksOfParent : n_tasks);
  }
}

static void create_chains(void) {
  for (long i = 0; i < n_tasks; i++) {
#pragma omp task firstprivate(i) depend(inout : chains[i % kNumChains])
    body(i);
  }
}

static void run_tasks(void* data) {
  const long long order = *(const long long*)data;
  if (order == kAllCreators) {
    create_by_all();
  } else {
#pragma omp single
    {
      if (order == kOneCreator) create(0, n_tasks);
      if (order == kParents) create_by_parents();
      if (order == kChains) create_chains();
    }
  }
#pragma omp barrier
}

typedef struct progress {
  atomic_long n_taken; /* batches */
  atomic_long n_run;   /* bodies */
} progress;

static void run_dealt(void* data) {
  progress* at = data;
  long n_run = 0;
  for (long batch; (batch = atomic_fetch_add(&at->n_taken, 1)) < all.n_batches;)
    for (long k = all.batches[batch]; k < all.batches[batch + 1]; k++, n_run++) run(dealt_lengths[k]);
  atomic_fetch_add(&at->n_run, n_run);
#pragma omp barrier
}

static double time_dealt(int* threads) {
  progress at = {0, 0};
  const double elapsed_s = team_seconds(run_dealt, &at, threads);
  if (at.n_run != n_tasks) measure_fail("irregular: %ld bodies dealt out, %ld expected", (long)at.n_run, n_tasks);
  return elapsed_s;
}

static void set_lengths(enum lengths_kind kind) {
  const double turns_an_ns = (double)measure_turns_for(10e3) / 10e3;
  double* all_ns = calloc((size_t)n_tasks, sizeof *all_ns);
  for (long i = 0; all_ns && i < n_tasks; i++) {
    const double ns = all_ns[i] = lengths_ns(kind, i, n_tasks);
    lengths[i].sleep_ns = lengths_sleeps(kind, i) ? (uint32_t)ns : 0;
    lengths[i].n_turns = lengths[i].sleep_ns ? 1 : (uint32_t)(ns * turns_an_ns) + 1;
  }
  if (!all_ns || !dealt_out(all_ns, n_tasks, &all))
    measure_fail("irregular: no memory to deal out %ld tasks; choose a smaller --tasks", n_tasks);
  for (long i = 0; i < n_tasks; i++) dealt_lengths[i] = lengths[all.tasks[i]];
  free(all_ns);
}

// clang-format off
static const measure_form kForms[kNumLengths] = {
    {"rare", "one of 200 takes 200 us, the others 30 ns"},
    {"middle", "30 ns, but 16 of 1 ms in the middle"},
    {"tail", "30 ns to 1 ms, Pareto with exponent 1.1"},
    {"bursts", "by turns 500 of 30 ns and 50 of 5 us"},
    {"spread", "evenly from 0.1 to 3 us"},
    {"sleeps", "one of 500 sleeps 200 us, the others take 300 ns"},
};
// clang-format on

int main(int argc, char** argv) {
  long long n_asked = 40000;
  long long order = kOneCreator;
  long long repeat = 9;
  const measure_option options[] = {
      {"tasks", "tasks in one repetition", &n_asked, 2, 100000000, 0},
      {"order", "0: one creator; 1: all threads create; 2: tasks create 64 each; 3: 16 chains", &order, 0,
       kNumOrders - 1, 0},
      {"repeat", "repetitions; the median is reported", &repeat, 1, 1000, 0},
  };
  const size_t form = measure_command_line(argc, argv, kForms, kNumLengths, options, 3);
  n_tasks = (long)n_asked;
  const int max_threads = omp_get_max_threads();
  lengths = calloc((size_t)n_tasks, sizeof *lengths);
  dealt_lengths = calloc((size_t)n_tasks, sizeof *dealt_lengths);
  counters = calloc((size_t)max_threads, sizeof *counters);
  double* samples_s = calloc((size_t)repeat, sizeof *samples_s);
  double* best_s = calloc((size_t)repeat, sizeof *best_s);
  double* percent = calloc((size_t)repeat, sizeof *percent);
  if (!lengths || !dealt_lengths || !counters || !samples_s || !best_s || !percent)
    measure_fail("irregular: no memory for %ld tasks; choose a smaller --tasks", n_tasks);

  int threads = 1;
  set_lengths((enum lengths_kind)form);
  double before_s = time_dealt(&threads);
  /* Who deals knows nothing of chains, which may take longer. */
  const double span = lengths_span((enum lengths_kind)form, (enum lengths_order)order, n_tasks);
  const double longer = order == kChains && span * threads > 1 ? span * threads : 1;
  for (long long k = 0; k < repeat; k++) {
    samples_s[k] = team_seconds(run_tasks, &order, &threads);
    const double behind_s = time_dealt(&threads);
    best_s[k] = longer * (before_s + behind_s) / 2;
    percent[k] = 100 * best_s[k] / samples_s[k];
    before_s = behind_s;
  }
  long long n_executed = 0;
  for (int i = 0; i < max_threads; i++) n_executed += counters[i].n_executed;
  if (n_executed != repeat * n_tasks)
    measure_fail("irregular: %lld tasks executed, %lld created", n_executed, repeat * (long long)n_tasks);

  const double median_best_s = measure_median(best_s, (size_t)repeat);
  measure_json_begin("irregular", MEASURE_COMPILER, kForms[form].name);
  measure_json_integer("threads", threads);
  measure_json_integer("tasks", n_tasks);
  measure_json_integer("order", order);
  measure_json_reals("samples_s", samples_s, (size_t)repeat);
  measure_json_real("best_s", median_best_s);
  measure_json_real("mean_ns", 1e9 * median_best_s * threads / longer / (double)n_tasks);
  measure_json_real("efficiency_percent", measure_median(percent, (size_t)repeat));
  measure_json_end();
  free(lengths);
  free(dealt_lengths);
  free(counters);
  free(samples_s);
  free(best_s);
  free(percent);
  return 0;
}
