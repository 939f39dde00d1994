/* SPDX-License-Identifier: Apache-2.0
 *
 * A square matrix stored by square tiles, for the kernels of dense linear algebra.
 */
#ifndef RONDO_BENCH_KERNELS_TILES_H
#define RONDO_BENCH_KERNELS_TILES_H

#include <stddef.h>

typedef struct tiles {
  long n_tiles; /* along a side */
  long block;   /* elements along a tile's side */
  double* elements;
} tiles;

static inline double* tile_at(const tiles* matrix, long row, long column) {
  return matrix->elements + (row * matrix->n_tiles + column) * matrix->block * matrix->block;
}

tiles tiles_make(long size, long block);

static inline size_t tiles_elements(const tiles* matrix) {
  return (size_t)(matrix->n_tiles * matrix->n_tiles * matrix->block * matrix->block);
}

/* Copies a tile. The first element of a diagonal one then grows, so that an iteration that is left out is noticed. */
void tile_copy(const tiles* to, const tiles* from, long row, long column);

/* ---- Arithmetic on tiles of n x n elements: by loops (tile_loops.c), or by OpenBLAS (tile_blas.c) --------------- */

/* c += sign * a b; the second one with b transposed. */
void tile_multiply(double* restrict c, const double* restrict a, const double* restrict b, double sign, long n);
void tile_multiply_transposed(double* c, const double* a, const double* b, double sign, long n);

/* The lower triangle's Cholesky factor, in place; then the solution x of x factor^T = tile, in place. */
void tile_cholesky(double* tile, long n);
void tile_solve_transposed(double* tile, const double* factor, long n);

#endif
