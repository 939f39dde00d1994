/* SPDX-License-Identifier: Apache-2.0
 *
 * Sweeps over a square of tasks that repeat exactly, nearly, or not at all: what RONDO_AUTOGRAPH brings and costs.
 * Each task reads its northern and western neighbour and writes itself. The shapes are the same in each run.
 */
#include <omp.h>
#include <stdlib.h>

#include "common/measure.h"

enum form { kSame, kOne, kTenth, kPeriod, kSizes, kRandom };

static const measure_form kForms[] = {
    {"same", "all sweeps are equal"},
    {"one", "one task of each sweep reads another cell"},
    {"tenth", "every tenth sweep has three quarters of the rows"},
    {"period", "each 25 sweeps have a column less"},
    {"sizes", "each sweep has all rows or three quarters of them, at random"},
    {"random", "each task reads two cells and writes one, at random"},
};

typedef struct cell {
  int updates;
} cell;

static cell* cells; /* (side + 1)^2; row 0 and column 0 are nobody's task */
static long long side = 32, n_sweeps = 200, repeat = 5, work_ns = 800, waits = 0;
static uint64_t turns, number;
static long long n_created;

static long random_below(long long end) {
  number = number * 6364136223846793005u + 1442695040888963407u;
  return (long)((number >> 33) % (uint64_t)end);
}

static cell* at(long i, long j) { return &cells[i * (side + 1) + j]; }
static cell* any(void) { return at(1 + random_below(side), 1 + random_below(side)); }

static __attribute__((noinline)) void body(cell* self) {
  measure_turn(turns);
  self->updates++;
}

static void create(cell* north, cell* west, cell* self) {
  (void)north, (void)west;
#pragma omp task firstprivate(self) depend(in : *north, *west) depend(inout : *self)
  body(self);
  n_created++;
}

static void sweep(enum form form, long rows, long columns) {
  const long odd_row = form == kOne ? 1 + random_below(rows) : 0;
  for (long i = 1; i <= rows; i++)
    for (long j = 1; j <= columns; j++) {
      if (form == kRandom) {
        create(any(), any(), any());
      } else {
        create(i == odd_row && j == odd_row ? any() : at(i - 1, j), at(i, j - 1), at(i, j));
      }
    }
}

static void run(enum form form) {
  const long fewer = (long)(side - side / 4);
  for (long k = 0; k < n_sweeps; k++) {
    long rows = (long)side, columns = (long)side;
    if (form == kTenth && k % 10 == 9) rows = fewer;
    if (form == kSizes && random_below(2) != 0) rows = fewer;
    if (form == kPeriod) columns -= k / 25 % (side / 2);
    sweep(form, rows, columns);
    if (waits) {
#pragma omp taskwait
    }
  }
#pragma omp taskwait
}

static void measure(enum form form, double* samples_ns) {
#pragma omp parallel
#pragma omp master
  for (long r = -1; r < repeat; r++) {
    const long long n_before = n_created;
    const double start_s = measure_now_s();
    run(form);
    if (r >= 0) samples_ns[r] = (measure_now_s() - start_s) * 1e9 / (double)(n_created - n_before);
  }
}

static long long n_updates(void) {
  long long sum = 0;
  for (long i = 0; i < (side + 1) * (side + 1); i++) sum += cells[i].updates;
  return sum;
}

int main(int argc, char** argv) {
  const measure_option options[] = {
      {"side", "tasks along one side of a sweep", &side, 4, 1024, 0},
      {"sweeps", "in one repetition", &n_sweeps, 1, 1000000, 0},
      {"repeat", "timed repetitions, after one that is not; the median is reported", &repeat, 1, 1000, 0},
      {"work", "nanoseconds of work in each task", &work_ns, 0, 100000000, 0},
      {"wait", "wait behind each sweep", &waits, 0, 1, 1},
  };
  const size_t form = measure_command_line(argc, argv, kForms, sizeof kForms / sizeof *kForms, options,
                                           sizeof options / sizeof *options);
  cells = calloc((size_t)((side + 1) * (side + 1)), sizeof *cells);
  double* samples_ns = calloc((size_t)repeat, sizeof *samples_ns);
  if (!cells || !samples_ns) measure_fail("nearly: no memory; choose a smaller --side");
  turns = work_ns ? measure_turns_for((double)work_ns) : 0;
  measure((enum form)form, samples_ns);
  if (n_updates() != n_created)
    measure_fail("nearly: %lld updates of %lld are missing", n_created - n_updates(), n_created);
  measure_json_begin("nearly", MEASURE_COMPILER, kForms[form].name);
  measure_json_integer("threads", omp_get_max_threads());
  measure_json_integer("tasks", n_created);
  measure_json_reals("samples_ns", samples_ns, (size_t)repeat);
  measure_json_real("ns_per_task", measure_median(samples_ns, (size_t)repeat));
  measure_json_end();
  free(samples_ns);
  free(cells);
  return 0;
}
