/* SPDX-License-Identifier: Apache-2.0
 *
 * Time steps over `width` points in the shapes of Task Bench (Slaughter and others): one task for each point and
 * step, which reads some points as the step before left them and writes its own anew. Two buffers take turns, so a
 * task also waits for those that still read what it overwrites. An even number of steps is one sweep. (The stencil of
 * three points is stencil.c.)
 *
 * --verify replaces the body by one that checks all orders the dependences promise, those between sweeps included.
 */
#include <stdlib.h>

#include "common/forms.h"
#include "common/measure.h"

enum { kMostReads = 5 };

typedef struct point {
  long long step; /* that wrote it */
  int errors;
} point;

typedef enum shape { kNone, kNearest, kSpread, kFft, kTree, kRandom, kNumShapes } shape;

static const struct {
  const char* name;
  int n_reads;
} kShapes[kNumShapes] = {{"none", 1}, {"nearest", 5}, {"spread", 3}, {"fft", 2}, {"tree", 1}, {"random", 3}};

typedef struct grid {
  shape shape;
  int width;
  int steps;
  uint64_t turns;
  point* buffers[2];
} grid;

/* The points that point x of a step reads: a point may be named twice. */
static inline void reads_of(const grid* at, int step, int x, int* reads) {
  const int width = at->width;
  switch (at->shape) {
    case kNone:
      reads[0] = x;
      break;
    case kNearest:
      for (int k = 0; k < kMostReads; k++) reads[k] = (x + k - 2 + width) % width;
      break;
    case kSpread:
      for (int k = 0; k < 3; k++) reads[k] = (x + step + k * width / 3) % width;
      break;
    case kFft: {
      int levels = 0;
      while (2 << levels <= width) levels++;
      const int partner = x ^ (levels ? 1 << step % levels : 0);
      reads[0] = x;
      reads[1] = partner < width ? partner : x;
      break;
    }
    case kTree:
      reads[0] = x / 2;
      break;
    case kRandom:
      for (int k = 0; k < 3; k++) {
        const uint32_t scrambled = (uint32_t)((step * width + x) * 3 + k) * 2654435769u; /* by the golden ratio */
        reads[k] = (int)(scrambled >> 8) % width;
      }
      break;
    case kNumShapes:
      break;
  }
}

/* ---- Bodies ------------------------------------------------------------------------------------------------------ */

static __attribute__((noinline)) void do_nothing(const point* to) {
  /* gcc drops a task whose body is empty; an asm statement it must keep. */
  __asm__ volatile("" : : "r"(to) : "memory");
}

/* All points that are read are of the step before, the one that is overwritten is of the step before that. */
static __attribute__((noinline)) void check_order(const grid* at, int step, int x) {
  int reads[kMostReads] = {0};
  reads_of(at, step, x, reads);
  point* to = &at->buffers[1 - step % 2][x];
  const long long now = to->step + 2;
  for (int k = 0; k < kShapes[at->shape].n_reads; k++)
    if (at->buffers[step % 2][reads[k]].step != now - 1) to->errors++;
  to->step = now;
}

/* ---- One sweep, written once for each body and each number of reads -------------------------------------------- */

#define PRAGMA(text) _Pragma(#text)
#define READS_1 from[r[0]]
#define READS_2 READS_1, from[r[1]]
#define READS_3 READS_2, from[r[2]]
#define READS_5 READS_3, from[r[3]], from[r[4]]
#define TASK(n, body)                                                                                \
  case n:                                                                                            \
    PRAGMA(omp task firstprivate(at, to, step, x, turns) depend(in : READS_##n) depend(out : to[0])) \
    body;                                                                                            \
    break;

#define DEFINE_SWEEP(name, body)                                                                        \
  static void name(const void* data) {                                                                  \
    const grid* at = data;                                                                              \
    const uint64_t turns = at->turns;                                                                   \
    for (int step = 0; step < at->steps; step++)                                                        \
      for (int x = 0; x < at->width; x++) {                                                             \
        int r[kMostReads] = {0};                                                                        \
        reads_of(at, step, x, r);                                                                       \
        const point* from = at->buffers[step % 2];                                                      \
        point* to = &at->buffers[1 - step % 2][x];                                                      \
        (void)from, (void)to, (void)turns; /* each body uses some of them */                            \
        switch (kShapes[at->shape].n_reads) { TASK(1, body) TASK(2, body) TASK(3, body) TASK(5, body) } \
      }                                                                                                 \
  }

DEFINE_SWEEP(sweep_empty, do_nothing(to))
DEFINE_SWEEP(sweep_checked, check_order(at, step, x))
DEFINE_SWEEP(sweep_working, measure_turn(turns))

static void require_order(const grid* at, long long last_step) {
  long errors = 0;
  for (int k = 0; k < 2; k++)
    for (int x = 0; x < at->width; x++) errors += at->buffers[k][x].errors + (at->buffers[k][x].step != last_step - k);
  if (errors) measure_fail("steps: %ld tasks ran out of order, twice or not at all", errors);
}

int main(int argc, char** argv) {
  long long width = 64;
  long long steps = 64;
  long long chosen = kNearest;
  long long with_verification = 0;
  forms_plan plan = {kDynamic, 5, 5, 0, 0};
  const measure_option options[] = {
      {"shape", "0 none, 1 nearest (five points), 2 spread, 3 FFT, 4 tree, 5 random", &chosen, 0, kNumShapes - 1, 0},
      {"width", "points, and tasks in one time step", &width, 1, 1000000, 0},
      {"steps", "time steps in one sweep, an even number", &steps, 2, 1000000, 0},
      {"sweeps", "timed sweeps in one repetition", &plan.n_sweeps, 1, 1000000, 0},
      {"repeat", "repetitions; the median is reported", &plan.repeat, 1, 1000, 0},
      {"work", "nanoseconds of work in each task", &plan.work_ns, 0, 100000000, 0},
      {"verify", "check the order of all tasks instead of timing empty ones", &with_verification, 0, 1, 1},
  };
  plan.form = (enum form)measure_command_line(argc, argv, kForms, sizeof kForms / sizeof kForms[0], options, 7);
  if (steps % 2) {
    fprintf(stderr, "steps: --steps %lld is odd, and two buffers take turns; choose an even number\n", steps);
    return 2;
  }
  plan.is_verifying = with_verification != 0;

  const int is_working = plan.work_ns && !plan.is_verifying;
  grid at = {
      (shape)chosen, (int)width, (int)steps, is_working ? measure_turns_for((double)plan.work_ns) : 0, {NULL, NULL}};
  for (int k = 0; k < 2; k++) {
    at.buffers[k] = calloc((size_t)width, sizeof(point));
    if (!at.buffers[k]) measure_fail("steps: no memory for %lld points; choose a smaller --width", width);
    for (int x = 0; x < width; x++) at.buffers[k][x].step = -k; /* as if step -1 and step 0 had been */
  }
  const forms_sweep sweep = {"steps",
                             plan.is_verifying ? sweep_checked
                             : is_working      ? sweep_working
                                               : sweep_empty,
                             &at, (double)width * (double)steps, at.turns};
  forms_measure(&sweep, &plan);
  if (plan.is_verifying) require_order(&at, forms_total_sweeps(&plan) * steps);
  measure_json_string("shape", kShapes[at.shape].name);
  measure_json_integer("width", width);
  measure_json_integer("steps", steps);
  measure_json_end();
  free(at.buffers[0]);
  free(at.buffers[1]);
  return 0;
}
