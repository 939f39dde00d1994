/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs a kernel in every form, next to a serial run of as many iterations in the same process: it tells how long one
 * thread takes, and the result has to equal its result bit for bit.
 */
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
  long long n_remaining; /* iterations, when it is asked */
} run;

static void iterate_serially(void* data, long long n_iterations) {
  for (long long k = 0; k < n_iterations; k++) kernel_blocks_linked.iterate(data);
}

/* --while: is there another iteration? Asked before each; nothing has to be known before the first one. */
static int goes_on(run* what, long long n_iterations, const double* watched) {
  if (what->n_remaining == 0 || (what->n_remaining < n_iterations && !(*watched > 0))) return 0;
  what->n_remaining--;
  return 1;
}

/* By one thread of a team. */
static void run_tasks(run* what) {
  const long long n_iterations = what->n_timed;
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
    return;
  }
  while (goes_on(what, n_iterations, watched)) forms_run(&sweep, form, 1);
}

/* By every thread of a team; each of them asks. */
static void run_loops(const run* what) {
  for (long long k = 0; k < what->n_timed; k++) {
    if (k && what->is_asking && !(*kernel_blocks_linked.watched(what->data) > 0)) return;
    kernel_loops_linked.share(what->data);
  }
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

/* What one repetition takes. */
static double seconds_of(run* what, long long n_iterations) {
  what->n_timed = n_iterations;
  if (what->form != kSerial) return forms_seconds_of_team(run_in_team, what, &what->threads);
  const double start_s = measure_now_s();
  iterate_serially(what->data, n_iterations);
  return measure_now_s() - start_s;
}

static void require_equal(const void* data, const void* serial, const char* form) {
  size_t n = 0;
  const double* found = kernel_blocks_linked.result(data, &n);
  const double* expected = kernel_blocks_linked.result(serial, &n);
  if (!memcmp(found, expected, n * sizeof *found)) return;
  size_t i = 0;
  while (!memcmp(&found[i], &expected[i], sizeof *found)) i++;
  measure_fail("%s: number %zu of %zu is %.17g in form %s, %.17g in a serial run", kernel_blocks_linked.name, i, n,
               found[i], form, expected[i]);
}

int main(int argc, char** argv) {
  const kernel_blocks* blocks = &kernel_blocks_linked;
  long long size = blocks->size;
  long long block = blocks->block;
  long long repeat = 5;
  long long is_cold = 0;
  run what = {.n_iterations = 10, .threads = 1};
  const measure_option options[] = {
      {"size", blocks->size_means, &size, 1, 1 << 28, 0},
      {"block", blocks->block_means, &block, 1, 1 << 28, 0},
      {"iterations", "in one repetition", &what.n_iterations, 1, 1000000, 0},
      {"repeat", "repetitions; the median is reported", &repeat, 1, 1000, 0},
      {"while", "ask after each iteration whether there is another one, by what it has computed", &what.is_asking, 0, 1,
       1},
      {"cold", "the very first iteration, which records a graph, is on the clock, too", &is_cold, 0, 1, 1},
  };
  measure_form forms[kStaticForm + 1] = {[kStaticForm] = kStatic};
  forms_choices(kTaskForms, kNumTaskForms, forms);
  what.form = measure_command_line(argc, argv, forms, kStaticForm + (kernel_known ? 1 : 0), options, 6);
  if (what.is_asking && what.form == kStaticForm) measure_fail("%s: form static has no --while", blocks->name);
  if (what.is_asking && !blocks->watched) measure_fail("%s: --while has nothing to ask", blocks->name);
  if (size % block) measure_fail("%s: --size %lld is not a multiple of --block %lld", blocks->name, size, block);

  snprintf(what.tag, sizeof what.tag, "%s %lld/%lld", blocks->name, size, block);
  double* samples_us = calloc((size_t)repeat, sizeof *samples_us);
  double* serial_us = calloc((size_t)repeat, sizeof *serial_us);
  if (!samples_us || !serial_us) measure_fail("%s: no memory for the samples", blocks->name);
  what.data = blocks->make((long)size, (long)block);
  void* serial = blocks->make((long)size, (long)block);
  const double per_iteration = 1e6 / (double)what.n_iterations;
  for (long long k = 0; k < repeat; k++) {
    const double start_s = measure_now_s();
    iterate_serially(serial, what.n_iterations);
    serial_us[k] = per_iteration * (measure_now_s() - start_s);
  }
  if (is_cold) {
    (void)seconds_of(&what, 0); /* only the threads are there before */
  } else {
    iterate_serially(serial, 1);
    (void)seconds_of(&what, 1); /* a graph is recorded in it */
  }
  for (long long k = 0; k < repeat; k++) samples_us[k] = per_iteration * seconds_of(&what, what.n_iterations);
  require_equal(what.data, serial, forms[what.form].name);

  const double median_us = measure_median(samples_us, (size_t)repeat);
  const double serial_median_us = measure_median(serial_us, (size_t)repeat);
  const long tasks = blocks->tasks(what.data);
  measure_json_begin(blocks->name, MEASURE_COMPILER, forms[what.form].name);
  measure_json_integer("threads", what.threads);
  measure_json_integer("size", size);
  measure_json_integer("block", block);
  measure_json_integer("iterations", what.n_iterations);
  measure_json_integer("tasks", tasks);
  measure_json_graphs();
  measure_json_reals("samples_us", samples_us, (size_t)repeat);
  measure_json_real("us_per_iteration", median_us);
  measure_json_real("serial_us_per_iteration", serial_median_us);
  measure_json_real("overhead_ns_per_task", 1e3 * (what.threads * median_us - serial_median_us) / (double)tasks);
  measure_json_real("serial_ns_per_task", 1e3 * serial_median_us / (double)tasks);
  measure_json_real("speedup", serial_median_us / median_us);
  measure_json_real("efficiency_percent", 100 * serial_median_us / (what.threads * median_us));
  measure_json_end();
  free(samples_us);
  free(serial_us);
  return 0;
}
