/* SPDX-License-Identifier: Apache-2.0
 *
 * Cholesky decomposition by tiles, right-looking. Each iteration begins with a copy of the original, tile by tile.
 */
#include "kernels/kernel.h"
#include "kernels/tiles.h"

typedef struct cholesky {
  tiles original, factor; /* only tiles on and below the diagonal are used */
} cholesky;

void cholesky_copy(const cholesky* at, long i, long j);
void cholesky_diagonal(const cholesky* at, long k);          /* factors a diagonal tile */
void cholesky_solve(const cholesky* at, long i, long k);     /* the tiles below it */
void cholesky_update(const cholesky* at, long i, long j, long k); /* tile (i, j) by column k */

#ifndef _OPENMP

static void* make(long size, long block) {
  cholesky* at = kernel_memory(sizeof *at);
  const cholesky made = {tiles_make(size, block), tiles_make(size, block)};
  for (size_t i = 0; i < tiles_elements(&made.original); i++) made.original.elements[i] = kernel_number((long)i);
  for (long k = 0; k < made.original.n_tiles; k++) {
    double* tile = tile_at(&made.original, k, k);
    for (long i = 0; i < block; i++) {
      for (long j = 0; j < i; j++) tile[j * block + i] = tile[i * block + j];
      tile[i * block + i] += (double)size; /* positive definite, since the diagonal dominates */
    }
  }
  *at = made;
  return at;
}

void cholesky_copy(const cholesky* at, long i, long j) { tile_copy(&at->factor, &at->original, i, j); }

void cholesky_diagonal(const cholesky* at, long k) { tile_cholesky(tile_at(&at->factor, k, k), at->factor.block); }

void cholesky_solve(const cholesky* at, long i, long k) {
  tile_solve_transposed(tile_at(&at->factor, i, k), tile_at(&at->factor, k, k), at->factor.block);
}

void cholesky_update(const cholesky* at, long i, long j, long k) {
  tile_multiply_transposed(tile_at(&at->factor, i, j), tile_at(&at->factor, i, k), tile_at(&at->factor, j, k), -1,
                           at->factor.block);
}

static void iterate(void* data) {
  const cholesky* at = data;
  const long n = at->factor.n_tiles;
  for (long i = 0; i < n; i++)
    for (long j = 0; j <= i; j++) cholesky_copy(at, i, j);
  for (long k = 0; k < n; k++) {
    cholesky_diagonal(at, k);
    for (long i = k + 1; i < n; i++) cholesky_solve(at, i, k);
    for (long i = k + 1; i < n; i++)
      for (long j = k + 1; j <= i; j++) cholesky_update(at, i, j, k);
  }
}

static const double* result(const void* data, size_t* n) {
  const cholesky* at = data;
  *n = tiles_elements(&at->factor);
  return at->factor.elements;
}

static long tasks(const void* data) {
  const cholesky* at = data;
  const long n = at->factor.n_tiles;
  return n * (n + 1) / 2 + n * (n + 1) * (n + 2) / 6;
}

const kernel_blocks kernel_blocks_linked = {"kernel-cholesky",
                                            384,
                                            16,
                                            "elements along a side",
                                            "elements along a tile's side",
                                            make,
                                            iterate,
                                            result,
                                            tasks,
                                            NULL,
                                            NULL};
#else

static void share(void* data) {
  const cholesky* at = data;
  const long n = at->factor.n_tiles;
#pragma omp for schedule(dynamic)
  for (long i = 0; i < n; i++)
    for (long j = 0; j <= i; j++) cholesky_copy(at, i, j);
  for (long k = 0; k < n; k++) {
#pragma omp single
    cholesky_diagonal(at, k);
#pragma omp for schedule(static)
    for (long i = k + 1; i < n; i++) cholesky_solve(at, i, k);
#pragma omp for schedule(dynamic)
    for (long i = k + 1; i < n; i++)
      for (long j = k + 1; j <= i; j++) cholesky_update(at, i, j, k);
  }
}

static void create(const void* data) {
  const cholesky* at = data;
  const tiles* factor = &at->factor;
  const long n = factor->n_tiles;
  for (long i = 0; i < n; i++)
    for (long j = 0; j <= i; j++) {
      double* tile = tile_at(factor, i, j);
#pragma omp task firstprivate(at, i, j) depend(out : tile[0])
      cholesky_copy(at, i, j);
    }
  for (long k = 0; k < n; k++) {
    double* diagonal = tile_at(factor, k, k);
#pragma omp task firstprivate(at, k) depend(inout : diagonal[0])
    cholesky_diagonal(at, k);
    for (long i = k + 1; i < n; i++) {
      double* below = tile_at(factor, i, k);
#pragma omp task firstprivate(at, i, k) depend(in : diagonal[0]) depend(inout : below[0])
      cholesky_solve(at, i, k);
    }
    for (long i = k + 1; i < n; i++)
      for (long j = k + 1; j <= i; j++) {
        const double* left = tile_at(factor, i, k);
        const double* above = tile_at(factor, j, k);
        double* tile = tile_at(factor, i, j);
#pragma omp task firstprivate(at, i, j, k) depend(in : left[0], above[0]) depend(inout : tile[0])
        cholesky_update(at, i, j, k);
      }
  }
}

const kernel_loops kernel_loops_linked = {share, create};
#endif
