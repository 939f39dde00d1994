/* SPDX-License-Identifier: Apache-2.0
 *
 * What dependent tasks cost in time and in memory, by the shape of their dependences. Bodies are empty; tasks are
 * counted, and with --verify each checks that it comes after what it depends on and before what depends on it.
 */
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "common/measure.h"
#include "shapes/shape.h"

static shape load;
static const shape_promise* promises; /* NULL: order is not checked */
static long n_errors;

typedef struct counter {
  long n_executed;
  char pad[192 - sizeof(long)];
} counter;

static counter* counters;

static __attribute__((noinline)) void body(long i) {
  counters[omp_get_thread_num()].n_executed++;
  if (promises && !shape_access(&load, i, &promises[i])) __atomic_fetch_add(&n_errors, 1, __ATOMIC_RELAXED);
}

/* ---- Outstanding tasks: the first one does not end before all have been created ---------------------------------- */

static int is_everything_created;

/* A runtime that lets nobody create more than so many tasks would wait for ever: there is a limit. */
static void hold(void) {
  const double start_s = measure_now_s();
  while (!__atomic_load_n(&is_everything_created, __ATOMIC_ACQUIRE) && measure_now_s() - start_s < 0.05) {
  }
}

/* ---- Creation ---------------------------------------------------------------------------------------------------- */

static void create_one(long i) {
  shape_step at;
  shape_step_of(&load, i, &at);
  switch (at.kind) {
    case kFree:
#pragma omp task firstprivate(i)
      body(i);
      break;
    case kWrites:
#pragma omp task firstprivate(i) depend(inout : shape_cells_of[at.written])
    {
      if (load.form == kOutstanding && i == 0) hold();
      body(i);
    } break;
    case kReads:
#pragma omp task firstprivate(i) depend(in : shape_cells_of[at.read[0]])
      body(i);
      break;
    case kReadsThreeWrites:
#pragma omp task firstprivate(i) depend(in : shape_cells_of[at.read[0]], shape_cells_of[at.read[1]], \
                                            shape_cells_of[at.read[2]]) depend(inout : shape_cells_of[at.written])
      body(i);
      break;
    case kReadsSevenWrites:
#pragma omp task firstprivate(i)                                                                    \
    depend(in : shape_cells_of[at.read[0]], shape_cells_of[at.read[1]], shape_cells_of[at.read[2]], \
               shape_cells_of[at.read[3]], shape_cells_of[at.read[4]], shape_cells_of[at.read[5]],  \
               shape_cells_of[at.read[6]]) depend(inout : shape_cells_of[at.written])
      body(i);
      break;
  }
}

static void create_range(long first, long end) {
  for (long i = first; i < end; i++) create_one(i);
}

static void create_all(void) {
  if (load.form != kNested) {
    create_range(0, load.n_tasks);
    __atomic_store_n(&is_everything_created, 1, __ATOMIC_RELEASE);
  } else {
    for (long first = 0; first < load.n_tasks; first += kTasksOfParent) {
      const long end = first + kTasksOfParent < load.n_tasks ? first + kTasksOfParent : load.n_tasks;
#pragma omp task firstprivate(first, end)
      {
        create_range(first, end);
#pragma omp taskwait
      }
    }
  }
#pragma omp taskwait
}

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

/* A field of /proc/self/status, in kilobytes. */
static long status_kb(const char* field) {
  FILE* file = fopen("/proc/self/status", "r");
  if (!file) measure_fail("shapes: cannot read /proc/self/status");
  char line[256];
  long value = -1;
  while (value < 0 && fgets(line, sizeof line, file))
    if (!strncmp(line, field, strlen(field))) value = strtol(line + strlen(field) + 1, NULL, 10);
  fclose(file);
  if (value < 0) measure_fail("shapes: /proc/self/status has no %s", field);
  return value;
}

// clang-format off
static const measure_form kForms[kNumShapes] = {
    {"independent", "no dependences"},
    {"own", "each task writes a cell of its own"},
    {"chain", "all tasks in one chain"},
    {"chains", "64 chains, in turns"},
    {"readers", "many readers of one cell, then a writer, and so on"},
    {"outstanding", "readers of one cell that are all created before its writer has finished, then a writer"},
    {"eight", "eight dependences: seven reads and a write among 64 cells"},
    {"random", "three reads and a write among 256 cells, by chance"},
    {"nested", "tasks that each create 1000 tasks in 8 chains"},
};
// clang-format on

int main(int argc, char** argv) {
  long long n_tasks = 100000;
  long long n_readers = 1000;
  long long repeat = 5;
  long long is_verifying = 0;
  const measure_option options[] = {
      {"tasks", "tasks in one repetition", &n_tasks, 2, 1000000000, 0},
      {"readers", "readers between two writers, in that shape", &n_readers, 1, 100000000, 0},
      {"repeat", "repetitions; the median is reported", &repeat, 1, 1000, 0},
      {"verify", "check the order of all tasks instead of timing empty ones", &is_verifying, 0, 1, 1},
  };
  load.form = (enum shape_form)measure_command_line(argc, argv, kForms, kNumShapes, options, 4);
  load.n_tasks = (long)n_tasks;
  load.n_readers = (long)n_readers;

  const size_t n_cells = (size_t)shape_cells(&load);
  shape_cells_of = malloc(n_cells * sizeof *shape_cells_of);
  const int max_threads = omp_get_max_threads();
  counters = calloc((size_t)max_threads, sizeof *counters);
  double* samples_ns = calloc((size_t)repeat, sizeof *samples_ns);
  double* resident_mb = calloc((size_t)repeat, sizeof *resident_mb);
  if (!shape_cells_of || !counters || !samples_ns || !resident_mb)
    measure_fail("shapes: no memory for %zu cells; choose a smaller --tasks", n_cells);
  memset(shape_cells_of, 0, n_cells * sizeof *shape_cells_of);

  int threads = 1;
#pragma omp parallel
  {
#pragma omp master
    threads = omp_get_num_threads();
  }
  const double resident_before_mb = (double)status_kb("VmRSS") / 1024;
  for (long long k = 0; k < repeat; k++) {
    if (is_verifying) promises = shape_promises(&load);
    is_everything_created = 0;
    double elapsed_s = 0;
#pragma omp parallel
#pragma omp single
    {
      const double start_s = measure_now_s();
      create_all();
      elapsed_s = measure_now_s() - start_s;
    }
    samples_ns[k] = 1e9 * elapsed_s / (double)n_tasks;
    resident_mb[k] = (double)status_kb("VmRSS") / 1024 - resident_before_mb;
    free((void*)promises);
    promises = NULL;
  }
  const double peak_mb = (double)status_kb("VmHWM") / 1024 - resident_before_mb;
  long long executed = 0;
  for (int i = 0; i < max_threads; i++) executed += counters[i].n_executed;
  if (executed != repeat * n_tasks)
    measure_fail("shapes: %lld tasks executed, %lld created", executed, repeat * n_tasks);
  if (n_errors) measure_fail("shapes: %ld tasks of %s ran out of order", n_errors, kForms[load.form].name);

  measure_json_begin("shapes", MEASURE_COMPILER, kForms[load.form].name);
  measure_json_integer("threads", threads);
  measure_json_integer("tasks", n_tasks);
  measure_json_boolean("verified", (int)is_verifying);
  measure_json_reals("samples_ns", samples_ns, (size_t)repeat);
  measure_json_real("ns_per_task", measure_median(samples_ns, (size_t)repeat));
  measure_json_real("peak_mb", peak_mb);
  measure_json_reals("resident_mb", resident_mb, (size_t)repeat);
  measure_json_real("growth_mb", resident_mb[repeat - 1] - resident_mb[0]);
  measure_json_end();
  free(shape_cells_of);
  free(counters);
  free(samples_ns);
  free(resident_mb);
  return 0;
}
