/* SPDX-License-Identifier: Apache-2.0
 *
 * HPCG: conjugate gradients (pcg.h), preconditioned by multigrid (multigrid.h).
 */
#define PCG_NAME "kernel-hpcg"
#include "kernels/pcg.h"

/* The last smoothing of the finest grid makes z. */
static inline void finish(const pcg* at, long b) {
  multigrid_smooth_again(&at->preconditioner, 0, b);
  pcg_sum(at, b);
}

#ifndef _OPENMP

static void pcg_set_up(pcg* at) {
  at->z = pcg_vector(at->n_planes * kPlane);
  multigrid_make(&at->preconditioner, kSide, at->n_planes, at->block, at->r, at->z);
}

static void pcg_precondition(const pcg* at) {
  const multigrid* m = &at->preconditioner;
  for (int g = 0; g < kGrids; g++) {
    for (long b = 0; g && b < m->grids[g].n_blocks; b++) multigrid_restrict(m, g, b);
    for (long b = 0; b < m->grids[g].n_blocks; b++) multigrid_smooth_first(m, g, b);
  }
  for (int g = kGrids - 2; g >= 0; g--) {
    for (long b = 0; b < m->grids[g].n_blocks; b++) multigrid_prolong(m, g, b);
    for (long b = 0; g && b < m->grids[g].n_blocks; b++) multigrid_smooth_again(m, g, b);
  }
  for (long b = 0; b < at->n_blocks; b++) finish(at, b);
}

static long pcg_preconditioner_tasks(const pcg* at) {
  long sum = 0; /* in a grid: restrict, smooth first, prolong, smooth again; the first and last grid lack some */
  for (int g = 0; g < kGrids; g++) {
    const long of_each_block = 1 + (g > 0) + 2 * (g + 1 < kGrids);
    sum += of_each_block * at->preconditioner.grids[g].n_blocks;
  }
  return sum;
}
#else

static void pcg_share_preconditioner(const pcg* at) {
  const multigrid* m = &at->preconditioner;
  for (int g = 0; g < kGrids; g++) {
    if (g) {
#pragma omp for schedule(static)
      for (long b = 0; b < m->grids[g].n_blocks; b++) multigrid_restrict(m, g, b);
    }
#pragma omp for schedule(static)
    for (long b = 0; b < m->grids[g].n_blocks; b++) multigrid_smooth_first(m, g, b);
  }
  for (int g = kGrids - 2; g >= 0; g--) {
#pragma omp for schedule(static)
    for (long b = 0; b < m->grids[g].n_blocks; b++) multigrid_prolong(m, g, b);
    if (!g) break;
#pragma omp for schedule(static)
    for (long b = 0; b < m->grids[g].n_blocks; b++) multigrid_smooth_again(m, g, b);
  }
#pragma omp for schedule(static)
  for (long b = 0; b < at->n_blocks; b++) finish(at, b);
}

/* Blocks are named by their first elements. A block of a coarser grid comes from at most three of the finer one. */
static void create_down(const multigrid* m, int g) {
  const grid* in = &m->grids[g];
  const long points = in->side * in->side;
  for (long b = 0; g && b < in->n_blocks; b++) {
    const grid* fine = &m->grids[g - 1];
    const long first = 2 * b * in->block;
    const long size = fine->block * fine->side * fine->side;
    const long before = grid_block_of(fine, first - 1) * size;
    const long here = grid_block_of(fine, first) * size;
    const long after = grid_block_of(fine, first + 2 * in->block - 1) * size;
#pragma omp task firstprivate(m, g, b) depend(in : fine -> x[before], fine->x[here], fine->x[after], fine->r[here], \
                                                  fine->r[after]) depend(out : in->r[b * in->block * points])
    multigrid_restrict(m, g, b);
  }
  for (long b = 0; b < in->n_blocks; b++) {
    const long own = b * in->block * points;
#pragma omp task firstprivate(m, g, b) depend(in : in -> r[own]) depend(out : in->x[own])
    multigrid_smooth_first(m, g, b);
  }
}

static void create_prolongation(const multigrid* m, int g) {
  const grid* in = &m->grids[g];
  const grid* coarse = &m->grids[g + 1];
  const long points = in->side * in->side;
  for (long b = 0; b < in->n_blocks; b++) {
    const long from = grid_block_of(coarse, b * in->block / 2) * coarse->block * coarse->side * coarse->side;
#pragma omp task firstprivate(m, g, b) depend(in : coarse -> x[from]) \
    depend(inout : in->x[b * in->block * points], in->edges[2 * b * points])
    multigrid_prolong(m, g, b);
  }
}

static void pcg_create_preconditioner(const pcg* at) {
  const multigrid* m = &at->preconditioner;
  for (int g = 0; g < kGrids; g++) create_down(m, g);
  for (int g = kGrids - 2; g >= 0; g--) {
    const grid* in = &m->grids[g];
    const long points = in->side * in->side;
    create_prolongation(m, g);
    for (long b = 0; b < in->n_blocks; b++) {
      const long own = b * in->block * points;
      const long before = 2 * (b ? b - 1 : b) * points;
      const long after = 2 * (b + 1 < in->n_blocks ? b + 1 : b) * points;
      if (g) {
#pragma omp task firstprivate(m, g, b) depend(in : in -> r[own], in->edges[before], in->edges[after]) \
    depend(inout : in->x[own])
        multigrid_smooth_again(m, g, b);
      } else {
#pragma omp task firstprivate(at, b) depend(in : in -> r[own], in->edges[before], in->edges[after], at->sums_rz[0]) \
    depend(inout : in->x[own])
        finish(at, b);
      }
    }
  }
}
#endif
