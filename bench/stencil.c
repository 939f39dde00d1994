/* SPDX-License-Identifier: Apache-2.0
 *
 * A stencil in one dimension, the pattern of Jacobi's method: at each of `steps` time steps there is one task for each
 * of `width` points, which reads the point and its two neighbours as the step before left them and writes the point
 * anew. Two buffers take turns, so a task also waits for those that still read what it overwrites. An even number of
 * steps is one sweep, after which both buffers are where they were. With --work 0 the body is an empty function, so
 * time is overhead.
 *
 * --verify replaces the body by one that checks all orders the dependences promise, those between sweeps included.
 */
#include <stdlib.h>

#include "common/forms.h"
#include "common/measure.h"

typedef struct point {
  long long step; /* that wrote it */
  int errors;
  int is_rim;
} point;

typedef struct stencil {
  int width;
  int steps;
  uint64_t turns;
  point* buffers[2]; /* width + 2 points each; the first and the last are nobody's task and never change */
} stencil;

/* ---- Bodies ------------------------------------------------------------------------------------------------- */

static __attribute__((noinline)) void do_nothing(const point* from, point* to) {
  /* gcc drops a task whose body is empty; an asm statement it must keep. */
  __asm__ volatile("" : : "r"(from), "r"(to) : "memory");
}

/* All three points that are read are of the step before, the one that is overwritten is of the step before that. */
static __attribute__((noinline)) void check_order(const point* from, point* to) {
  const long long step = from->step + 1;
  if (!from[-1].is_rim && from[-1].step != step - 1) to->errors++;
  if (!from[1].is_rim && from[1].step != step - 1) to->errors++;
  if (to->step != step - 2) to->errors++;
  to->step = step;
}

/* ---- One sweep, written once for each body ------------------------------------------------------------------- */

#define PRAGMA(text) _Pragma(#text)
#define DEFINE_SWEEP(name, body)                                                                            \
  static void name(const void* data) {                                                                      \
    const stencil* grid = data;                                                                             \
    const uint64_t turns = grid->turns;                                                                     \
    for (int step = 0; step < grid->steps; step++)                                                          \
      for (int x = 1; x <= grid->width; x++) {                                                              \
        const point* from = &grid->buffers[step % 2][x];                                                    \
        point* to = &grid->buffers[1 - step % 2][x];                                                        \
        (void)from, (void)to, (void)turns; /* each body uses some of them */                                \
        PRAGMA(omp task firstprivate(from, to) depend(in : from[-1], from[0], from[1]) depend(out : to[0])) \
        body;                                                                                               \
      }                                                                                                     \
  }

DEFINE_SWEEP(sweep_empty, do_nothing(from, to))
DEFINE_SWEEP(sweep_checked, check_order(from, to))
DEFINE_SWEEP(sweep_working, measure_turn(turns))

static stencil make_stencil(int width, int steps) {
  stencil grid = {width, steps, 0, {NULL, NULL}};
  for (int k = 0; k < 2; k++) {
    point* points = calloc((size_t)width + 2, sizeof(point));
    if (!points) measure_fail("stencil: no memory for %d points; choose a smaller --width", width);
    points[0].is_rim = points[width + 1].is_rim = 1;
    for (int x = 1; x <= width; x++) points[x].step = -k; /* as if step -1 and step 0 had been */
    grid.buffers[k] = points;
  }
  return grid;
}

static void require_order(const stencil* grid, long long last_step) {
  long errors = 0;
  for (int k = 0; k < 2; k++)
    for (int x = 1; x <= grid->width; x++) {
      const point* self = &grid->buffers[k][x];
      errors += self->errors + (self->step != last_step - k);
    }
  if (errors) measure_fail("stencil: %ld tasks ran out of order, twice or not at all", errors);
}

int main(int argc, char** argv) {
  long long width = 128;
  long long steps = 128;
  long long with_verification = 0;
  forms_plan plan = {kDynamic, 5, 5, 0, 0};
  const measure_option options[] = {
      {"width", "points, and tasks in one time step", &width, 1, 1000000, 0},
      {"steps", "time steps in one sweep, an even number", &steps, 2, 1000000, 0},
      {"sweeps", "timed sweeps in one repetition", &plan.n_sweeps, 1, 1000000, 0},
      {"repeat", "repetitions; the median is reported", &plan.repeat, 1, 1000, 0},
      {"work", "nanoseconds of work in each task", &plan.work_ns, 0, 100000000, 0},
      {"verify", "check the order of all tasks instead of timing empty ones", &with_verification, 0, 1, 1},
  };
  plan.form = (enum form)measure_command_line(argc, argv, kForms, sizeof kForms / sizeof kForms[0], options, 6);
  if (steps % 2) {
    fprintf(stderr, "stencil: --steps %lld is odd, and two buffers take turns; choose an even number\n", steps);
    return 2;
  }
  plan.is_verifying = with_verification != 0;

  stencil grid = make_stencil((int)width, (int)steps);
  const int is_working = plan.work_ns && !plan.is_verifying;
  grid.turns = is_working ? measure_turns_for((double)plan.work_ns) : 0;
  const forms_sweep sweep = {"stencil",
                             plan.is_verifying ? sweep_checked
                             : is_working      ? sweep_working
                                               : sweep_empty,
                             &grid, (double)width * (double)steps, grid.turns};
  forms_measure(&sweep, &plan);
  if (plan.is_verifying) require_order(&grid, forms_total_sweeps(&plan) * steps);
  measure_json_integer("width", width);
  measure_json_integer("steps", steps);
  measure_json_end();
  free(grid.buffers[0]);
  free(grid.buffers[1]);
  return 0;
}
