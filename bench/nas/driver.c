/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs a NAS program in every form. As the specification demands, one iteration runs before the clock starts (a graph
 * is recorded in it), and the values are verified after the last one.
 */
#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "common/forms.h"
#include "common/measure.h"
#include "nas/nas.h"
#include PROGRAM

/* The forms of tasks are those of all bench programs. */
static const enum form kTaskForms[] = {kDynamic, kRecord, kGraph, kGraphSame, kGraphNowait, kTaskiter};
enum { kNumTaskForms = sizeof kTaskForms / sizeof *kTaskForms, kStaticForm = kFirstOfTasks + kNumTaskForms };

typedef struct run {
  size_t form;
  long parts;
  void* data;
  long n_iterations; /* to be timed */
  int threads;
  char turn; /* of loops in form static */
} run;

/* clang compares a taskloop's variable with a number that has no sign. */
#pragma GCC diagnostic ignored "-Wsign-compare"

/* A loop of the iteration, shared by the team; and as tasks, of which each is a part. */
#define PRAGMA(text) _Pragma(#text)
#define SHARED(n, call) PRAGMA(omp for schedule(static)) NAS_SERIAL(n, call)
#define TASKS(n, call) PRAGMA(omp taskloop num_tasks(n)) NAS_SERIAL(n, call)

static void share(const run* what) {
  void* data = what->data;
  const long parts = what->parts;
  NAS_ITERATION(SHARED, data, parts)
}

static void create(const void* argument) {
  const run* what = argument;
  void* data = what->data;
  const long parts = what->parts;
  NAS_ITERATION(TASKS, data, parts)
}

static void run_in_team(void* argument) {
  run* what = argument;
  if (what->form == kFor) {
    for (long k = 0; k < what->n_iterations; k++) share(what);
    return;
  }
  const forms_sweep sweep = {nas_linked.name, create, what, 0, 0};
#pragma omp single
  if (what->form == kStaticForm) {
    for (long k = 0; k < what->n_iterations; k++) nas_known(what->data, &what->turn);
  } else {
    forms_run(&sweep, kTaskForms[what->form - kFirstOfTasks], what->n_iterations);
  }
}

static double seconds_of(run* what, long n_iterations) {
  what->n_iterations = n_iterations;
  if (what->form != kSerial) return team_seconds(run_in_team, what, &what->threads);
  const double start_s = measure_now_s();
  for (long k = 0; k < n_iterations; k++) nas_linked.iterate(what->data);
  return measure_now_s() - start_s;
}

static double values_of(const run* what, double* found) {
  nas_linked.values(what->data, found);
  const nas_verification* expected = nas_linked.expected(what->data);
  double worst = 0; /* deviation from what is expected */
  for (size_t i = 0; i < expected->n_values; i++) {
    const double deviation = fabs((found[i] - expected->values[i]) / expected->values[i]);
    if (!(deviation <= worst)) worst = deviation;
  }
  return worst;
}

enum { kAfterFirst, kAtEnd, kNumChecks };

/* Of the bits, after the first iteration and at the end: all forms have to agree. */
static void report_hash(double found[kNumChecks][kNasMostValues]) {
  uint64_t hash = 14695981039346656037u; /* FNV-1a */
  for (size_t i = 0; i < kNumChecks * sizeof found[0]; i++) {
    hash ^= ((const unsigned char*)found)[i];
    hash *= 1099511628211u;
  }
  char text[17];
  snprintf(text, sizeof text, "%016llx", (unsigned long long)hash);
  measure_json_string("hash", text);
}

int main(int argc, char** argv) {
  long long size_class = 0;
  long long parts = 64;
  long long n_iterations = 0;
  long long repeat = 1;
  run what = {.threads = 1};
  const measure_option options[] = {
      {"class", "0, 1, 2: the classes S, W, A", &size_class, 0, 2, 0},
      {"tasks", "of a loop", &parts, 1, 1 << 20, 0},
      {"iterations", "fewer than the specification's, which are verified; 0: all", &n_iterations, 0, 1000000, 0},
      {"repeat", "repetitions; the median is reported", &repeat, 1, 1000, 0},
  };
  measure_form forms[kStaticForm + 1] = {[kStaticForm] = kStatic};
  forms_choices(kTaskForms, kNumTaskForms, forms);
  what.form = measure_command_line(argc, argv, forms, kStaticForm + (nas_known ? 1 : 0), options, 4);
  if (what.form == kStaticForm && parts != kNasKnownParts)
    measure_fail("%s: form static has been compiled for --tasks %d", nas_linked.name, kNasKnownParts);
  what.parts = parts;
  what.data = nas_linked.make("SWA"[size_class], what.parts);
  const long all = nas_linked.iterations(what.data);
  const long n = n_iterations ? (long)n_iterations : all;

  double* samples_us = calloc((size_t)repeat, sizeof *samples_us);
  if (!samples_us) measure_fail("%s: no memory for the samples", nas_linked.name);
  nas_linked.begin(what.data);
  const double first_us = 1e6 * seconds_of(&what, 1);
  double found[kNumChecks][kNasMostValues] = {{0}};
  nas_linked.values(what.data, found[kAfterFirst]);
  for (long long k = 0; k < repeat; k++) {
    nas_linked.begin(what.data);
    memset(found[kAtEnd], 0, sizeof found[kAtEnd]);
    samples_us[k] = 1e6 * seconds_of(&what, n) / (double)n;
    const double worst = values_of(&what, found[kAtEnd]);
    if (n == all && !(worst <= nas_linked.tolerance))
      measure_fail("%s, class %c, form %s: verification UNSUCCESSFUL: a value deviates by %g", nas_linked.name,
                   "SWA"[size_class], forms[what.form].name, worst);
  }

  const char size_class_name[] = {"SWA"[size_class], 0};
  measure_json_begin(nas_linked.name, MEASURE_COMPILER, forms[what.form].name);
  measure_json_integer("threads", what.threads);
  measure_json_string("class", size_class_name);
  measure_json_integer("tasks", parts);
  measure_json_integer("iterations", n);
  measure_json_string("verification", n == all ? "SUCCESSFUL" : "not performed");
  report_hash(found);
  measure_json_graphs();
  measure_json_reals("samples_us", samples_us, (size_t)repeat);
  measure_json_real("first_us", first_us);
  const double median_us = measure_median(samples_us, (size_t)repeat);
  measure_json_real("us_per_iteration", median_us);
  measure_json_real("us_with_first", (first_us + (double)(n - 1) * median_us) / (double)n);
  measure_json_end();
  free(samples_us);
  return 0;
}
