/* SPDX-License-Identifier: Apache-2.0 */
#include "kernels/multigrid.h"

#include <string.h>

#include "common/measure.h"
#include "kernels/kernel.h"

static double* vector(long n) { return kernel_memory((size_t)n * sizeof(double)); }

void multigrid_make(multigrid* made, long side, long planes, long block, double* r, double* x) {
  const long coarsest = 1L << (kGrids - 1);
  if (planes % coarsest) measure_fail("hpcg: --size %ld is not a multiple of %ld planes", planes, coarsest);
  for (int g = 0; g < kGrids; g++, side /= 2, planes /= 2) {
    grid* to = &made->grids[g];
    const long points = side * side;
    to->side = side;
    to->planes = planes;
    to->block = block < planes ? block : planes;
    to->n_blocks = (planes + to->block - 1) / to->block;
    to->r = g ? vector(planes * points) : r;
    to->x = g ? vector(planes * points) : x;
    to->edges = vector(2 * to->n_blocks * points);
    to->zeros = vector(points);
  }
}

static long end_of(const grid* in, long b) {
  const long end = (b + 1) * in->block;
  return end < in->planes ? end : in->planes;
}

/* Forward, then backward, between two planes that stay as they are. */
static void smooth(const grid* in, long b, const double* before, const double* after) {
  const long first = b * in->block;
  const long end = end_of(in, b);
  const long points = in->side * in->side;
  for (long n = 0; n < 2 * (end - first) * points; n++) {
    const long i = n < (end - first) * points ? first * points + n : (2 * end - first) * points - 1 - n;
    const long plane = i / points;
    const double* here = in->x + plane * points;
    const double* behind = plane == first ? before : here - points;
    const double* beyond = plane + 1 == end ? after : here + points;
    const double sum = grid_neighbours(behind, here, beyond, in->side, i % points / in->side, i % in->side);
    in->x[i] = (in->r[i] + sum) / kGridDiagonal;
  }
}

void multigrid_smooth_first(const multigrid* at, int g, long b) {
  const grid* in = &at->grids[g];
  const long points = in->side * in->side;
  const long first = b * in->block * points;
  memset(in->x + first, 0, (size_t)(end_of(in, b) * points - first) * sizeof *in->x);
  smooth(in, b, in->zeros, in->zeros);
}

void multigrid_smooth_again(const multigrid* at, int g, long b) {
  const grid* in = &at->grids[g];
  const long points = in->side * in->side;
  const double* before = b ? in->edges + (2 * b - 1) * points : in->zeros;
  const double* after = b + 1 < in->n_blocks ? in->edges + (2 * b + 2) * points : in->zeros;
  smooth(in, b, before, after);
}

static const double* plane_of(const grid* in, long plane) {
  return plane >= 0 && plane < in->planes ? in->x + plane * in->side * in->side : in->zeros;
}

/* The residual of every other point in all three directions. */
void multigrid_restrict(const multigrid* at, int g, long b) {
  const grid* fine = &at->grids[g - 1];
  const grid* in = &at->grids[g];
  for (long k = b * in->block; k < end_of(in, b); k++) {
    const double* here = plane_of(fine, 2 * k);
    for (long y = 0; y < in->side; y++)
      for (long x = 0; x < in->side; x++) {
        const long own = 2 * y * fine->side + 2 * x;
        const double sum =
            grid_neighbours(plane_of(fine, 2 * k - 1), here, plane_of(fine, 2 * k + 1), fine->side, 2 * y, 2 * x);
        in->r[(k * in->side + y) * in->side + x] =
            fine->r[2 * k * fine->side * fine->side + own] - (kGridDiagonal * here[own] - sum);
      }
  }
}

void multigrid_prolong(const multigrid* at, int g, long b) {
  const grid* coarse = &at->grids[g + 1];
  const grid* in = &at->grids[g];
  const long points = in->side * in->side;
  const long first = b * in->block;
  const long end = end_of(in, b);
  for (long k = (first + 1) / 2; 2 * k < end; k++)
    for (long y = 0; y < coarse->side; y++)
      for (long x = 0; x < coarse->side; x++)
        in->x[2 * k * points + 2 * y * in->side + 2 * x] += coarse->x[(k * coarse->side + y) * coarse->side + x];
  memcpy(in->edges + 2 * b * points, in->x + first * points, (size_t)points * sizeof *in->x);
  memcpy(in->edges + (2 * b + 1) * points, in->x + (end - 1) * points, (size_t)points * sizeof *in->x);
}
