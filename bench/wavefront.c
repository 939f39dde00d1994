/* SPDX-License-Identifier: Apache-2.0
 *
 * What a dependent task costs: a wavefront of n x n tasks, each reading its northern and western neighbour and
 * writing itself, swept several times. With --work 0 the body is an empty function, so time is overhead. One sweep
 * runs before the clock starts; a graph is recorded in it.
 *
 * --verify replaces the body by one that checks all orders the dependences promise, those between sweeps included.
 */
#include <omp.h>
#include <rondo.h>
#include <stdlib.h>

#include "common/measure.h"

typedef struct cell {
  struct cell* north;
  struct cell* west;
  int updates;
  int errors;
} cell;

typedef struct wavefront {
  int n;
  int threads;
  uint64_t turns;
  cell* cells; /* (n + 1)^2; row 0 and column 0 are nobody's task and never change */
} wavefront;

/* ---- Bodies ------------------------------------------------------------------------------------------------- */

static __attribute__((noinline)) void do_nothing(cell* self) {
  /* gcc drops a task whose body is empty; an asm statement it must keep. */
  __asm__ volatile("" : : "r"(self) : "memory");
}

/* A task runs after both its neighbours' tasks of this sweep and before those of the next one. */
static __attribute__((noinline)) void check_order(cell* self) {
  const int update = self->updates + 1;
  if (self->north && self->north->updates != update) self->errors++;
  if (self->west && self->west->updates != update) self->errors++;
  self->updates = update;
}

/* ---- One sweep, written once for each body ------------------------------------------------------------------- */

#define PRAGMA(text) _Pragma(#text)
#define DEFINE_SWEEP(name, body)                                                                                    \
  static void name(const wavefront* wave) {                                                                         \
    const int n = wave->n;                                                                                          \
    const uint64_t turns = wave->turns;                                                                             \
    cell(*cells)[n + 1] = (cell(*)[n + 1]) wave->cells;                                                             \
    for (int i = 1; i <= n; i++)                                                                                    \
      for (int j = 1; j <= n; j++) {                                                                                \
        cell* self = &cells[i][j];                                                                                  \
        (void)self, (void)turns; /* each body uses one of them */                                                   \
        PRAGMA(omp task firstprivate(self) depend(in : cells[i - 1][j], cells[i][j - 1]) depend(out : cells[i][j])) \
        body;                                                                                                       \
      }                                                                                                             \
  }

DEFINE_SWEEP(sweep_empty, do_nothing(self))
DEFINE_SWEEP(sweep_checked, check_order(self))
DEFINE_SWEEP(sweep_working, measure_turn(turns))

typedef void (*sweep_function)(const wavefront* wave);

/* ---- Forms -------------------------------------------------------------------------------------------------- */

enum form { kDynamic, kPattern, kRecord, kGraph, kGraphSame, kTaskiter };

static const measure_form kForms[] = {
    {"dynamic", "every task is created anew"},
    {"dep-pattern", "every task is created anew, its dependences come from the pattern of a tag"},
    {"record", "each sweep is a task graph region, and recorded anew: what the first encounter costs"},
    {"graph", "each sweep is a task graph region: recorded once, then re-captured"},
    {"graph-same", "each sweep is a task graph region: recorded once, then replayed on the same data"},
    {"taskiter", "the sweeps are a taskiter loop: the first one is recorded, the others go round"},
};

static void run_sweeps(const wavefront* wave, sweep_function sweep, enum form form, int n_sweeps) {
  if (form == kTaskiter) {
    RONDO_TASKITER(k, (uint64_t)n_sweeps) { sweep(wave); }
    return;
  }
  for (int k = 0; k < n_sweeps; k++) switch (form) {
      case kDynamic:
        sweep(wave);
        break;
      case kPattern:
        RONDO_DEP_PATTERN("wavefront") { sweep(wave); }
#pragma omp taskwait
        break;
      case kRecord:
        RONDO_TASKGRAPH(rondo_graph_reset(1)) { sweep(wave); }
        break;
      case kGraph:
        RONDO_TASKGRAPH() { sweep(wave); }
        break;
      case kGraphSame:
        RONDO_TASKGRAPH(rondo_same_data()) { sweep(wave); }
        break;
      case kTaskiter:
        break;
    }
  if (form == kDynamic) {
#pragma omp taskwait
  }
}

static wavefront make_wavefront(int n) {
  wavefront wave = {n, 1, 0, NULL};
  const size_t side = (size_t)n + 1;
  wave.cells = calloc(side * side, sizeof(cell));
  if (!wave.cells) measure_fail("wavefront: no memory for %zu cells; choose a smaller --n", side * side);
  for (size_t i = 1; i < side; i++)
    for (size_t j = 1; j < side; j++) {
      cell* self = &wave.cells[i * side + j];
      self->north = i > 1 ? self - side : NULL;
      self->west = j > 1 ? self - 1 : NULL;
    }
  return wave;
}

static void require_order(const wavefront* wave, int expected_updates) {
  const size_t side = (size_t)wave->n + 1;
  long errors = 0;
  for (size_t i = 1; i < side; i++)
    for (size_t j = 1; j < side; j++) {
      const cell* self = &wave->cells[i * side + j];
      errors += self->errors + (self->updates != expected_updates);
    }
  if (errors) measure_fail("wavefront: %ld tasks ran out of order, twice or not at all", errors);
}

static void report_graph(void) {
  rondo_graph_stats stats = {0, 0, 0, 0, 0, 0, 0, 0};
  if (rondo_get_graph_stats) rondo_get_graph_stats(&stats);
  measure_json_integer("records", (long long)stats.records);
  measure_json_integer("recaptures", (long long)stats.recaptures);
  measure_json_integer("pure_replays", (long long)stats.pure_replays);
  rondo_pattern_stats patterns = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  if (rondo_get_pattern_stats) rondo_get_pattern_stats(&patterns);
  measure_json_integer("pattern_uses", (long long)patterns.uses);
  rondo_taskiter_stats loops = {0, 0, 0, 0, 0, 0, 0, 0};
  if (rondo_get_taskiter_stats) rondo_get_taskiter_stats(&loops);
  measure_json_integer("cyclic_iterations", (long long)loops.iterations);
  rondo_coarsening_stats units = {0, 0, 0, 0, 0};
  if (rondo_get_coarsening_stats) rondo_get_coarsening_stats(&units);
  measure_json_integer("units", (long long)units.units);
  measure_json_real("bytes_per_node", units.nodes ? (double)units.overhead_bytes / (double)units.nodes : 0);
}

int main(int argc, char** argv) {
  long long n = 128;
  long long n_sweeps = 5;
  long long repeat = 5;
  long long work_ns = 0;
  long long with_verification = 0;
  const measure_option options[] = {
      {"n", "tasks along one side", &n, 1, 8192, 0},
      {"sweeps", "timed sweeps in one repetition", &n_sweeps, 1, 1000000, 0},
      {"repeat", "repetitions; the median is reported", &repeat, 1, 1000, 0},
      {"work", "nanoseconds of work in each task", &work_ns, 0, 100000000, 0},
      {"verify", "check the order of all tasks instead of timing empty ones", &with_verification, 0, 1, 1},
  };
  const enum form form =
      (enum form)measure_command_line(argc, argv, kForms, sizeof kForms / sizeof kForms[0], options, 5);

  wavefront wave = make_wavefront((int)n);
  wave.turns = work_ns ? measure_turns_for((double)work_ns) : 0;
  const sweep_function sweep = with_verification ? sweep_checked : work_ns ? sweep_working : sweep_empty;
  const double n_tasks = (double)n * (double)n * (double)n_sweeps;
  double* samples_ns = calloc((size_t)repeat, sizeof *samples_ns);
  if (!samples_ns) measure_fail("wavefront: no memory for the samples");

#pragma omp parallel
#pragma omp single
  {
    wave.threads = omp_get_num_threads();
    run_sweeps(&wave, sweep, form, 1);
    for (int k = 0; k < repeat; k++) {
      const double start_s = measure_now_s();
      run_sweeps(&wave, sweep, form, (int)n_sweeps);
      samples_ns[k] = 1e9 * (measure_now_s() - start_s) / n_tasks;
    }
  }
  if (with_verification) require_order(&wave, (int)(1 + repeat * n_sweeps));

  measure_json_begin("wavefront", MEASURE_COMPILER, kForms[form].name);
  measure_json_integer("n", n);
  measure_json_integer("sweeps", n_sweeps);
  measure_json_integer("threads", wave.threads);
  measure_json_integer("work_ns", work_ns);
  measure_json_boolean("verified", with_verification != 0);
  report_graph();
  measure_json_reals("samples_ns", samples_ns, (size_t)repeat);
  measure_json_real("ns_per_task", measure_median(samples_ns, (size_t)repeat));
  measure_json_end();
  free(samples_ns);
  free(wave.cells);
  return 0;
}
