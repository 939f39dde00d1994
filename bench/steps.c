/* SPDX-License-Identifier: Apache-2.0
 *
 * Time steps (common/time_steps.h) in the shapes of Task Bench (Slaughter and others). The stencil of three points is
 * stencil.c.
 *
 * --verify replaces the body by one that checks all orders the dependences promise, those between sweeps included.
 */
#include "common/measure.h"
#include "common/time_steps.h"

enum { kMostReads = 5 };

typedef enum shape { kNone, kNearest, kSpread, kFft, kTree, kRandom, kNumShapes } shape;

static const struct {
  const char* name;
  int n_reads;
} kShapes[kNumShapes] = {{"none", 1}, {"nearest", 5}, {"spread", 3}, {"fft", 2}, {"tree", 1}, {"random", 3}};

typedef struct grid {
  time_steps points; /* first: what a sweep is given */
  long long shape;
} grid;

/* The points that point x of a step reads: a point may be named twice. */
static inline void reads_of(const grid* at, int step, int x, int* reads) {
  const int width = (int)at->points.width;
  switch ((shape)at->shape) {
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

static __attribute__((noinline)) void do_nothing(const time_point* to) {
  /* gcc drops a task whose body is empty; an asm statement it must keep. */
  __asm__ volatile("" : : "r"(to) : "memory");
}

/* All points that are read are of the step before, the one that is overwritten is of the step before that. */
static __attribute__((noinline)) void check_order(const grid* at, int step, int x) {
  int reads[kMostReads] = {0};
  reads_of(at, step, x, reads);
  time_point* to = &at->points.buffers[1 - step % 2][x];
  const long long now = to->step + 2;
  for (int k = 0; k < kShapes[at->shape].n_reads; k++)
    if (at->points.buffers[step % 2][reads[k]].step != now - 1) to->errors++;
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
    const uint64_t turns = at->points.turns;                                                            \
    for (int step = 0; step < at->points.steps; step++)                                                 \
      for (int x = 0; x < at->points.width; x++) {                                                      \
        int r[kMostReads] = {0};                                                                        \
        reads_of(at, step, x, r);                                                                       \
        const time_point* from = at->points.buffers[step % 2];                                          \
        time_point* to = &at->points.buffers[1 - step % 2][x];                                          \
        (void)from, (void)to, (void)turns; /* each body uses some of them */                            \
        switch (kShapes[at->shape].n_reads) { TASK(1, body) TASK(2, body) TASK(3, body) TASK(5, body) } \
      }                                                                                                 \
  }

DEFINE_SWEEP(sweep_empty, do_nothing(to))
DEFINE_SWEEP(sweep_checked, check_order(at, step, x))
DEFINE_SWEEP(sweep_working, measure_turn(turns))

int main(int argc, char** argv) {
  grid at = {{.name = "steps", .width = 64, .steps = 64}, kNearest};
  const measure_option shapes = {
      "shape", "0 none, 1 nearest (five points), 2 spread, 3 FFT, 4 tree, 5 random", &at.shape, 0, kNumShapes - 1, 0};
  const forms_bodies bodies = {sweep_empty, sweep_working, sweep_checked};
  time_steps_measure(argc, argv, &at.points, &bodies, &shapes, 1);
  measure_json_string("shape", kShapes[at.shape].name);
  measure_json_end();
  return 0;
}
