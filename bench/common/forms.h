/* SPDX-License-Identifier: Apache-2.0
 *
 * The forms that a program can run its tasks in when it creates the same ones again and again: by creating them
 * anew, from a pattern, as a task graph, as a loop. wavefront.c, stencil.c and steps.c differ in their tasks only; what
 * a form is, what is on the clock and what the JSON line tells is said here. A header, because each compiler must see
 * the constructs.
 *
 * One sweep runs before the clock starts; a graph is recorded in it.
 */
#ifndef RONDO_BENCH_COMMON_FORMS_H
#define RONDO_BENCH_COMMON_FORMS_H

#include <omp.h>
#include <rondo.h>
#include <stdlib.h>

#include "measure.h"
#include "team_time.h"

enum form { kDynamic, kPattern, kRecord, kSecond, kGraph, kGraphSame, kGraphNowait, kTaskiter };

static const measure_form kForms[] = {
    {"dynamic", "every task is created anew"},
    {"dep-pattern", "every task is created anew, its dependences come from the pattern of a tag"},
    {"record", "each sweep is a task graph region, and recorded anew: what the first encounter costs"},
    {"second", "the encounter after a recording one, which makes the graph and re-captures it; only that is timed"},
    {"graph", "each sweep is a task graph region: recorded once, then re-captured"},
    {"graph-same", "each sweep is a task graph region: recorded once, then replayed on the same data"},
    {"graph-nowait", "each sweep is a task graph region, re-captured, which does not wait for its tasks"},
    {"taskiter", "the sweeps are a taskiter loop: the first one is recorded, the others go round"},
};

/* What is repeated. */
typedef struct forms_sweep {
  const char* name; /* of the program; also the pattern's tag */
  void (*create)(const void* data);
  const void* data;
  double n_tasks;
  uint64_t turns; /* of work in each task */
} forms_sweep;

/* What is measured. */
typedef struct forms_plan {
  enum form form;
  long long n_sweeps; /* timed ones, in one repetition */
  long long repeat;   /* the median is reported */
  long long work_ns;  /* asked for; what it came to is measured */
  long long is_verifying;
} forms_plan;

/* One sweep with each of the bodies that tasks can have. */
typedef struct forms_bodies {
  void (*empty)(const void* data);
  void (*working)(const void* data);
  void (*checked)(const void* data); /* the order of all tasks */
} forms_bodies;

#define FORMS_OPTIONS(plan)                                                           \
  {"sweeps", "timed sweeps in one repetition", &(plan).n_sweeps, 1, 1000000, 0},      \
      {"repeat", "repetitions; the median is reported", &(plan).repeat, 1, 1000, 0},  \
      {"work", "nanoseconds of work in each task", &(plan).work_ns, 0, 100000000, 0}, \
      {"verify", "check the order of all tasks instead of timing empty ones", &(plan).is_verifying, 0, 1, 1}

static inline void forms_read(int argc, char** argv, forms_plan* plan, const measure_option* options,
                              size_t n_options) {
  plan->form = (enum form)measure_command_line(argc, argv, kForms, sizeof kForms / sizeof *kForms, options, n_options);
}

static inline forms_sweep forms_sweep_of(const char* name, const forms_plan* plan, const forms_bodies* bodies,
                                         const void* data, double n_tasks) {
  if (plan->is_verifying) return (forms_sweep){name, bodies->checked, data, n_tasks, 0};
  if (!plan->work_ns) return (forms_sweep){name, bodies->empty, data, n_tasks, 0};
  return (forms_sweep){name, bodies->working, data, n_tasks, measure_turns_for((double)plan->work_ns)};
}

/* Sweeps that have run when forms_measure() is over. Before each second encounter there is a recording one. */
static inline long long forms_total_sweeps(const forms_plan* plan) {
  return 1 + plan->repeat * plan->n_sweeps * (plan->form == kSecond ? 2 : 1);
}

static void forms_record_or_use(const forms_sweep* sweep, int is_new) {
  RONDO_TASKGRAPH(rondo_graph_reset(is_new)) { sweep->create(sweep->data); }
}

static void forms_run(const forms_sweep* sweep, enum form form, long long n_sweeps) {
  if (form == kTaskiter) {
    RONDO_TASKITER(k, (uint64_t)n_sweeps) { sweep->create(sweep->data); }
    return;
  }
  for (long long k = 0; k < n_sweeps; k++) switch (form) {
      case kDynamic:
        sweep->create(sweep->data);
        break;
      case kPattern:
        RONDO_DEP_PATTERN(sweep->name) { sweep->create(sweep->data); }
#pragma omp taskwait
        break;
      case kRecord:
        forms_record_or_use(sweep, 1);
        break;
      case kSecond:
        forms_record_or_use(sweep, 0);
        break;
      case kGraph:
        RONDO_TASKGRAPH() { sweep->create(sweep->data); }
        break;
      case kGraphSame:
        RONDO_TASKGRAPH(rondo_same_data()) { sweep->create(sweep->data); }
        break;
      case kGraphNowait:
        RONDO_TASKGRAPH(rondo_nowait()) { sweep->create(sweep->data); }
        break;
      case kTaskiter:
        break;
    }
  if (form == kDynamic || form == kGraphNowait) {
#pragma omp taskwait
  }
}

static double forms_seconds(const forms_sweep* sweep, const forms_plan* plan) {
  double sum_s = 0;
  const long long n_timed = plan->form == kSecond ? 1 : plan->n_sweeps;
  for (long long k = 0; k < plan->n_sweeps; k += n_timed) {
    if (plan->form == kSecond) forms_record_or_use(sweep, 1);
    const double start_s = measure_now_s();
    forms_run(sweep, plan->form, n_timed);
    sum_s += measure_now_s() - start_s;
  }
  return sum_s;
}

/* ---- Programs that have other forms beside those of tasks ------------------------------------------------------ */

enum { kSerial, kFor, kFirstOfTasks };

/* Where the program was built with clang's plugin the last of them. */
static const measure_form kStatic = {"static", "each iteration is a region whose tasks the compiler has found out"};

/* The choices of their command line, `n_task_forms` and these two. */
static inline void forms_choices(const enum form* task_forms, size_t n_task_forms, measure_form* choices) {
  choices[kSerial] = (measure_form){"serial", "one thread, without OpenMP"};
  choices[kFor] = (measure_form){"for", "worksharing loops"};
  for (size_t i = 0; i < n_task_forms; i++) choices[kFirstOfTasks + i] = kForms[task_forms[i]];
}

/* ---- Programs that have forms of tasks alone --------------------------------------------------------------------- */

static inline void forms_take_batches(void* batches) {
  measure_take_batches(batches);
#pragma omp barrier
}

static inline double forms_seconds_of_batches(measure_batches* all) {
  int threads = 0;
  return team_seconds(forms_take_batches, all, &threads);
}

/* Runs and times the sweeps in a parallel region and reports them; the program adds what is its own and ends the line.
 * With work, efficiency is relative to what all threads take for the same bodies without tasks, before and behind the
 * sweeps: Task Bench's definition, whose 100 % is what the whole machine reaches. */
static inline void forms_measure(const forms_sweep* sweep, const forms_plan* plan) {
  double* samples_ns = calloc((size_t)plan->repeat, sizeof *samples_ns);
  if (!samples_ns) measure_fail("%s: no memory for the samples", sweep->name);
  const int max_threads = omp_get_max_threads();
  double best_ns = sweep->turns ? measure_best_ns(sweep->turns, max_threads, forms_seconds_of_batches) : 0;
  int threads = 1;
#pragma omp parallel
#pragma omp single
  {
    threads = omp_get_num_threads();
    forms_run(sweep, plan->form, 1);
    for (long long k = 0; k < plan->repeat; k++) {
      samples_ns[k] = 1e9 * forms_seconds(sweep, plan) / (sweep->n_tasks * (double)plan->n_sweeps);
    }
  }
  if (sweep->turns) best_ns = (best_ns + measure_best_ns(sweep->turns, max_threads, forms_seconds_of_batches)) / 2;
  const double median_ns = measure_median(samples_ns, (size_t)plan->repeat);
  measure_json_begin(sweep->name, MEASURE_COMPILER, kForms[plan->form].name);
  measure_json_string("compiler_version", __VERSION__);
  measure_json_integer("sweeps", plan->n_sweeps);
  measure_json_integer("threads", threads);
  measure_json_integer("work_ns", plan->work_ns);
  measure_json_boolean("verified", plan->is_verifying != 0);
  measure_json_graphs();
  measure_json_reals("samples_ns", samples_ns, (size_t)plan->repeat);
  measure_json_real("ns_per_task", median_ns);
  if (sweep->turns) {
    measure_json_real("body_ns", threads * best_ns);
    measure_json_real("efficiency", best_ns / median_ns);
  }
  free(samples_ns);
}

#endif
