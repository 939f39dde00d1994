/* SPDX-License-Identifier: Apache-2.0
 *
 * Time steps over a row of points, for stencil.c and steps.c: one task for each point and step, which reads some points
 * as the step before left them and writes its own anew. Two buffers take turns, so a task also waits for those that
 * still read what it overwrites. An even number of steps is one sweep, after which both buffers are where they were.
 */
#ifndef RONDO_BENCH_COMMON_TIME_STEPS_H
#define RONDO_BENCH_COMMON_TIME_STEPS_H

#include <stdlib.h>
#include <string.h>

#include "forms.h"

typedef struct time_point {
  long long step; /* that wrote it */
  int errors;
  int is_rim;
} time_point;

typedef struct time_steps {
  const char* name; /* of the program */
  long long width, steps;
  uint64_t turns;         /* of work in each task */
  time_point* buffers[2]; /* point -1 and point `width` are nobody's task and never change */
} time_steps;

static void time_steps_make(time_steps* at) {
  for (int k = 0; k < 2; k++) {
    time_point* points = calloc((size_t)at->width + 2, sizeof *points);
    if (!points) measure_fail("%s: no memory for %lld points; choose a smaller --width", at->name, at->width);
    points[0].is_rim = points[at->width + 1].is_rim = 1;
    for (long long x = 1; x <= at->width; x++) points[x].step = -k; /* as if step -1 and step 0 had been */
    at->buffers[k] = points + 1;
  }
}

static void time_steps_require_order(const time_steps* at, long long last_step) {
  long errors = 0;
  for (int k = 0; k < 2; k++)
    for (long long x = 0; x < at->width; x++) {
      const time_point* self = &at->buffers[k][x];
      errors += self->errors + (self->step != last_step - k);
    }
  if (errors) measure_fail("%s: %ld tasks ran out of order, twice or not at all", at->name, errors);
}

/* The rest of main(): reads the command line, on which `own` are the program's own options, and runs and times the
 * sweeps. The program ends the JSON line. */
static inline void time_steps_measure(int argc, char** argv, time_steps* at, const forms_bodies* bodies,
                                      const measure_option* own, size_t n_own) {
  forms_plan plan = {kDynamic, 5, 5, 0, 0};
  const measure_option all[] = {
      {"width", "points, and tasks in one time step", &at->width, 1, 1000000, 0},
      {"steps", "time steps in one sweep, an even number", &at->steps, 2, 1000000, 0},
      FORMS_OPTIONS(plan),
  };
  enum { kNumCommon = sizeof all / sizeof *all, kMostOwn = 1 };
  measure_option options[kMostOwn + kNumCommon];
  memcpy(options, own, n_own * sizeof *own);
  memcpy(options + n_own, all, sizeof all);
  forms_read(argc, argv, &plan, options, n_own + kNumCommon);
  if (at->steps % 2) {
    fprintf(stderr, "%s: --steps %lld is odd, and two buffers take turns; choose an even number\n", at->name,
            at->steps);
    exit(2);
  }
  time_steps_make(at);
  const forms_sweep sweep = forms_sweep_of(at->name, &plan, bodies, at, (double)at->width * (double)at->steps);
  at->turns = sweep.turns;
  forms_measure(&sweep, &plan);
  if (plan.is_verifying) time_steps_require_order(at, forms_total_sweeps(&plan) * at->steps);
  measure_json_integer("width", at->width);
  measure_json_integer("steps", at->steps);
  for (int k = 0; k < 2; k++) free(at->buffers[k] - 1);
}

#endif
