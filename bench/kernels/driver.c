/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs a kernel in every form, next to a serial run of as many iterations in the same process: it tells how long one
 * thread takes, and the result has to equal its result bit for bit.
 */
#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "common/forms.h"
#include "common/measure.h"
#include "kernels/kernel.h"

/* The forms of tasks are those of all bench programs. */
static const enum form kTaskForms[] = {kDynamic, kPattern, kRecord, kGraph, kGraphSame, kGraphNowait, kTaskiter};
enum { kNumTaskForms = sizeof kTaskForms / sizeof *kTaskForms, kStaticForm = kFirstOfTasks + kNumTaskForms };

typedef struct run {
  size_t form;
  char tag[64];           /* of the pattern: another size has another one */
  long long n_iterations; /* of one repetition */
  long long n_timed;      /* to be timed now */
  void* data;
  int threads;
  long long is_asking;   /* --while */
  double target;         /* it asks: is what is watched above this? */
  long long n_remaining; /* iterations, when it is asked */
  long long n_done;      /* iterations, in the end */
} run;

/* Ended before `n_iterations` where what is watched is no more above the target. */
static void iterate_serially(run* what, void* data, long long n_iterations) {
  const double* watched = what->is_asking ? kernel_blocks_linked.watched(data) : NULL;
  what->n_done = 0;
  do {
    kernel_blocks_linked.iterate(data);
  } while (++what->n_done < n_iterations && (!watched || *watched > what->target));
}

/* --while: is there another iteration? Asked before each; nothing has to be known before the first one. */
static int goes_on(run* what, long long n_iterations, const double* watched) {
  if (what->n_remaining == 0 || (what->n_remaining < n_iterations && !(*watched > what->target))) return 0;
  what->n_remaining--;
  return 1;
}

/* By one thread of a team. */
static void run_tasks(run* what) {
  const long long n_iterations = what->n_timed;
  what->n_done = n_iterations;
  if (what->form == kStaticForm) {
    for (long long k = 0; k < n_iterations; k++)
      if (!kernel_known(what->data)) measure_fail("%s: form static was not compiled for this size", what->tag);
    return;
  }
  const forms_sweep sweep = {what->tag, kernel_loops_linked.create, what->data, 0, 0};
  const enum form form = kTaskForms[what->form - kFirstOfTasks];
  if (!what->is_asking) {
    forms_run(&sweep, form, n_iterations);
    return;
  }
  const double* watched = kernel_blocks_linked.watched(what->data);
  what->n_remaining = n_iterations;
  if (form == kTaskiter) {
    RONDO_TASKITER_WHILE(goes_on(what, n_iterations, watched), rondo_condition_on(watched)) {
      sweep.create(sweep.data);
    }
  } else {
    while (goes_on(what, n_iterations, watched)) forms_run(&sweep, form, 1);
  }
  what->n_done = n_iterations - what->n_remaining;
}

/* By every thread of a team; each of them asks. */
static void run_loops(run* what) {
  long long k = 0;
  do {
    kernel_loops_linked.share(what->data);
  } while (++k < what->n_timed && (!what->is_asking || *kernel_blocks_linked.watched(what->data) > what->target));
#pragma omp master
  what->n_done = k;
}

static void run_in_team(void* argument) {
  run* what = argument;
  if (what->form == kFor) {
    run_loops(what);
    return;
  }
#pragma omp single
  run_tasks(what);
}

static double serial_seconds_of(run* what, void* data, long long n_iterations) {
  const double start_s = measure_now_s();
  iterate_serially(what, data, n_iterations);
  return measure_now_s() - start_s;
}

/* What one repetition takes. */
static double seconds_of(run* what, long long n_iterations) {
  what->n_timed = n_iterations;
  if (what->form != kSerial) return team_seconds(run_in_team, what, &what->threads);
  return serial_seconds_of(what, what->data, n_iterations);
}

/* The threads are there before the clock starts; with an iteration, a graph has been recorded, too. */
static void warm_up(run* what, int with_iteration) {
  if (with_iteration) {
    (void)seconds_of(what, 1);
    return;
  }
#pragma omp parallel
  {
#pragma omp barrier
  }
}

/* --digits: the target, from what is watched after the first iteration. */
static void set_target(run* what, const void* serial, long long digits) {
  what->target = *kernel_blocks_linked.watched(serial) / pow(10, (double)digits);
}

/* What `n_iterations` at most have come to; each form has to take as many as the serial run. */
static long long iterations_needed(const run* what, const void* serial) {
  if (*kernel_blocks_linked.watched(serial) > what->target)
    measure_fail("%s: has not converged after %lld iterations; choose more --iterations", what->tag, what->n_done);
  return what->n_done;
}

static void require_equal(const void* data, const double* expected, const char* form) {
  size_t n = 0;
  const double* found = kernel_blocks_linked.result(data, &n);
  if (!memcmp(found, expected, n * sizeof *found)) return;
  size_t i = 0;
  while (!memcmp(&found[i], &expected[i], sizeof *found)) i++;
  measure_fail("%s: number %zu of %zu is %.17g in form %s, %.17g in a serial run", kernel_blocks_linked.name, i, n,
               found[i], form, expected[i]);
}

/* The result of now: the data goes on. */
static double* copy_of_result(const void* data) {
  size_t n = 0;
  const double* found = kernel_blocks_linked.result(data, &n);
  double* copy = malloc(n * sizeof *copy);
  if (!copy) measure_fail("%s: no memory for %zu numbers", kernel_blocks_linked.name, n);
  return memcpy(copy, found, n * sizeof *copy);
}

static void report(const run* what, const char* form, long long size, long long block, long long n_iterations,
                   const double* samples_us, double serial_median_us, long long repeat) {
  const double median_us = measure_median(samples_us, (size_t)repeat);
  const long tasks = kernel_blocks_linked.tasks(what->data);
  measure_json_begin(kernel_blocks_linked.name, MEASURE_COMPILER, form);
  measure_json_integer("threads", what->threads);
  measure_json_integer("size", size);
  measure_json_integer("block", block);
  measure_json_integer("iterations", n_iterations);
  measure_json_integer("tasks", tasks);
  measure_json_graphs();
  measure_json_reals("samples_us", samples_us, (size_t)repeat);
  measure_json_real("us_per_iteration", median_us);
  measure_json_real("serial_us_per_iteration", serial_median_us);
  measure_json_real("overhead_ns_per_task", 1e3 * (what->threads * median_us - serial_median_us) / (double)tasks);
  measure_json_real("serial_ns_per_task", 1e3 * serial_median_us / (double)tasks);
  measure_json_real("speedup", serial_median_us / median_us);
  measure_json_real("efficiency_percent", 100 * serial_median_us / (what->threads * median_us));
  measure_json_end();
}

int main(int argc, char** argv) {
  const kernel_blocks* blocks = &kernel_blocks_linked;
  long long size = blocks->size;
  long long block = blocks->block;
  long long repeat = 5;
  long long is_cold = 0;
  long long digits = 0;
  run what = {.n_iterations = 10, .threads = 1};
  const measure_option options[] = {
      {"size", blocks->size_means, &size, 1, 1 << 28, 0},
      {"block", blocks->block_means, &block, 1, 1 << 28, 0},
      {"iterations", "in one repetition", &what.n_iterations, 1, 1000000, 0},
      {"repeat", "repetitions; the median is reported", &repeat, 1, 1000, 0},
      {"while", "ask after each iteration whether there is another one, by what it has computed", &what.is_asking, 0, 1,
       1},
      {"digits", "go on until what --while asks for has fallen by so many powers of ten, from the same start each time",
       &digits, 0, 30, 0},
      {"cold", "the very first iteration, which records a graph, is on the clock, too", &is_cold, 0, 1, 1},
  };
  measure_form forms[kStaticForm + 1] = {[kStaticForm] = kStatic};
  forms_choices(kTaskForms, kNumTaskForms, forms);
  what.form = measure_command_line(argc, argv, forms, kStaticForm + (kernel_known ? 1 : 0), options, 7);
  if (digits) what.is_asking = 1;
  if (what.is_asking && what.form == kStaticForm) measure_fail("%s: form static has no --while", blocks->name);
  if (what.is_asking && !blocks->watched) measure_fail("%s: --while has nothing to ask", blocks->name);
  if (size % block) measure_fail("%s: --size %lld is not a multiple of --block %lld", blocks->name, size, block);

  snprintf(what.tag, sizeof what.tag, "%s %lld/%lld", blocks->name, size, block);
  double* samples_us = calloc((size_t)repeat, sizeof *samples_us);
  double* serial_us = calloc((size_t)repeat, sizeof *serial_us);
  if (!samples_us || !serial_us) measure_fail("%s: no memory for the samples", blocks->name);
  what.data = blocks->make((long)size, (long)block);
  void* serial = blocks->make((long)size, (long)block);
  double* first = NULL; /* the result of one iteration, where each repetition begins anew */
  if (digits) {
    iterate_serially(&what, serial, 1);
    first = copy_of_result(serial);
    set_target(&what, serial, digits);
  }
  for (long long k = 0; k < repeat; k++) {
    if (digits) blocks->reset(serial);
    serial_us[k] = 1e6 * serial_seconds_of(&what, serial, what.n_iterations);
  }
  const long long n_needed = digits ? iterations_needed(&what, serial) : what.n_iterations;
  if (digits && is_cold) measure_fail("%s: --cold and --digits exclude each other", what.tag);
  warm_up(&what, !is_cold);
  if (digits) require_equal(what.data, first, forms[what.form].name);
  if (!is_cold && !digits) iterate_serially(&what, serial, 1);
  size_t n_results = 0;
  const double* expected = blocks->result(serial, &n_results);
  for (long long k = 0; k < repeat; k++) {
    if (digits) blocks->reset(what.data);
    samples_us[k] = 1e6 * seconds_of(&what, what.n_iterations) / (double)n_needed;
    serial_us[k] /= (double)n_needed;
    if (digits && what.n_done != n_needed)
      measure_fail("%s: form %s took %lld iterations, a serial run %lld", what.tag, forms[what.form].name, what.n_done,
                   n_needed);
    if (digits || k + 1 == repeat) require_equal(what.data, expected, forms[what.form].name);
  }

  report(&what, forms[what.form].name, size, block, n_needed, samples_us, measure_median(serial_us, (size_t)repeat),
         repeat);
  free(first);
  free(samples_us);
  free(serial_us);
  return 0;
}
