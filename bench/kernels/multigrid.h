/* SPDX-License-Identifier: Apache-2.0
 *
 * HPCG's preconditioner: one V cycle of multigrid over four grids, each of half the points along a side of the one
 * before. All have the same matrix, 27 for a point and -1 for each of its 26 neighbours. The smoother is a symmetric
 * Gauss-Seidel sweep, of each block for itself: it sees its neighbours' points as they were before the sweep, as the
 * processes of HPCG do. A block is some planes of a grid, on each grid as many, if there are so many.
 */
#ifndef RONDO_BENCH_KERNELS_MULTIGRID_H
#define RONDO_BENCH_KERNELS_MULTIGRID_H

enum { kGrids = 4 };

static const double kGridDiagonal = 27;

typedef struct grid {
  long side, planes; /* points along both sides of a plane */
  long block, n_blocks;
  double *r, *x;
  double* edges; /* of each block its first and its last plane, before the second smoothing */
  double* zeros; /* a plane: what is beyond the grid, and all that there is before the first smoothing */
} grid;

typedef struct multigrid {
  grid grids[kGrids]; /* the finest one first */
} multigrid;

/* Of grid `g`, block `b`, in this order, from grid to grid. */
void multigrid_smooth_first(const multigrid* at, int g, long b); /* x from zero */
void multigrid_restrict(const multigrid* at, int g, long b);     /* r, from the finer grid's residual */
void multigrid_prolong(const multigrid* at, int g, long b);      /* adds the coarser grid's x, and keeps the edges */
void multigrid_smooth_again(const multigrid* at, int g, long b);

/* `r` and `x` belong to the finest grid, whose planes are a multiple of 8. */
void multigrid_make(multigrid* made, long side, long planes, long block, double* r, double* x);

static inline long grid_block_of(const grid* in, long plane) {
  const long inside = plane < 0 ? 0 : plane < in->planes ? plane : in->planes - 1;
  return inside / in->block;
}

/* The sum of 3 x 3 points around a place of a plane. */
static inline double grid_patch(const double* plane, long side, long y, long x) {
  double sum = 0;
  for (long j = y ? y - 1 : 0; j <= y + 1 && j < side; j++)
    for (long i = x ? x - 1 : 0; i <= x + 1 && i < side; i++) sum += plane[j * side + i];
  return sum;
}

/* The sum of a point's neighbours, whose planes lie at `before`, `here` and `after`. */
static inline double grid_neighbours(const double* before, const double* here, const double* after, long side, long y,
                                     long x) {
  return grid_patch(before, side, y, x) + grid_patch(here, side, y, x) + grid_patch(after, side, y, x) -
         here[y * side + x];
}

#endif
