/* SPDX-License-Identifier: Apache-2.0
 *
 * A stencil in one dimension, the pattern of Jacobi's method: a task reads its point and the two neighbours
 * (common/time_steps.h). With --work 0 the body is an empty function, so time is overhead.
 *
 * --verify replaces the body by one that checks all orders the dependences promise, those between sweeps included.
 */
#include "common/measure.h"
#include "common/time_steps.h"

/* ---- Bodies ------------------------------------------------------------------------------------------------- */

static __attribute__((noinline)) void do_nothing(const time_point* from, time_point* to) {
  /* gcc drops a task whose body is empty; an asm statement it must keep. */
  __asm__ volatile("" : : "r"(from), "r"(to) : "memory");
}

/* All three points that are read are of the step before, the one that is overwritten is of the step before that. */
static __attribute__((noinline)) void check_order(const time_point* from, time_point* to) {
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
    const time_steps* grid = data;                                                                          \
    const uint64_t turns = grid->turns;                                                                     \
    for (int step = 0; step < grid->steps; step++)                                                          \
      for (int x = 0; x < grid->width; x++) {                                                               \
        const time_point* from = &grid->buffers[step % 2][x];                                               \
        time_point* to = &grid->buffers[1 - step % 2][x];                                                   \
        (void)from, (void)to, (void)turns; /* each body uses some of them */                                \
        PRAGMA(omp task firstprivate(from, to) depend(in : from[-1], from[0], from[1]) depend(out : to[0])) \
        body;                                                                                               \
      }                                                                                                     \
  }

DEFINE_SWEEP(sweep_empty, do_nothing(from, to))
DEFINE_SWEEP(sweep_checked, check_order(from, to))
DEFINE_SWEEP(sweep_working, measure_turn(turns))

int main(int argc, char** argv) {
  time_steps at = {.name = "stencil", .width = 128, .steps = 128};
  const forms_bodies bodies = {sweep_empty, sweep_working, sweep_checked};
  time_steps_measure(argc, argv, &at, &bodies, NULL, 0);
  measure_json_end();
  return 0;
}
