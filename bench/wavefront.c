/* SPDX-License-Identifier: Apache-2.0
 *
 * What a dependent task costs: a wavefront of n x n tasks, each reading its northern and western neighbour and
 * writing itself, swept several times. With --work 0 the body is an empty function, so time is overhead.
 *
 * --verify replaces the body by one that checks all orders the dependences promise, those between sweeps included.
 */
#include <stdlib.h>

#include "common/forms.h"
#include "common/measure.h"

typedef struct cell {
  struct cell* north;
  struct cell* west;
  int updates;
  int errors;
} cell;

typedef struct wavefront {
  int n;
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
  static void name(const void* data) {                                                                              \
    const wavefront* wave = data;                                                                                   \
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

static wavefront make_wavefront(int n) {
  wavefront wave = {n, 0, NULL};
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

static void require_order(const wavefront* wave, long long expected_updates) {
  const size_t side = (size_t)wave->n + 1;
  long errors = 0;
  for (size_t i = 1; i < side; i++)
    for (size_t j = 1; j < side; j++) {
      const cell* self = &wave->cells[i * side + j];
      errors += self->errors + (self->updates != expected_updates);
    }
  if (errors) measure_fail("wavefront: %ld tasks ran out of order, twice or not at all", errors);
}

int main(int argc, char** argv) {
  long long n = 128;
  forms_plan plan = {kDynamic, 5, 5, 0, 0};
  const measure_option options[] = {{"n", "tasks along one side", &n, 1, 8192, 0}, FORMS_OPTIONS(plan)};
  forms_read(argc, argv, &plan, options, sizeof options / sizeof *options);
  wavefront wave = make_wavefront((int)n);
  const forms_bodies bodies = {sweep_empty, sweep_working, sweep_checked};
  const forms_sweep sweep = forms_sweep_of("wavefront", &plan, &bodies, &wave, (double)n * (double)n);
  wave.turns = sweep.turns;
  forms_measure(&sweep, &plan);
  if (plan.is_verifying) require_order(&wave, forms_total_sweeps(&plan));
  measure_json_integer("n", n);
  measure_json_end();
  free(wave.cells);
  return 0;
}
