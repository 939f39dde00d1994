/* SPDX-License-Identifier: Apache-2.0
 *
 * SparseLU: LU decomposition, without pivoting, of a matrix most of whose tiles are empty. Which tiles fill up is known
 * beforehand; each iteration begins with a copy of the original.
 */

#include "kernels/kernel.h"
#include "kernels/tiles.h"

typedef struct sparselu {
  tiles original, factor;
  char* is_there; /* n_tiles^2: the tile is not empty, or will fill up */
} sparselu;

static inline int is_there(const sparselu* at, long i, long j) { return at->is_there[i * at->factor.n_tiles + j]; }

void sparselu_copy(const sparselu* at, long i, long j);
void sparselu_diagonal(const sparselu* at, long k);
void sparselu_row(const sparselu* at, long k, long j);    /* tile (k, j), right of the diagonal one */
void sparselu_column(const sparselu* at, long i, long k); /* tile (i, k), below it */
void sparselu_update(const sparselu* at, long i, long j, long k);

#ifndef _OPENMP

static void* make(long size, long block) {
  sparselu* at = kernel_memory(sizeof *at);
  const long n = size / block;
  const sparselu made = {tiles_make(size, block), tiles_make(size, block), kernel_memory((size_t)(n * n))};
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      const int is_given = (i - j) * (i - j) <= 1 || kernel_number(i * n + j) < 0.15;
      made.is_there[i * n + j] = (char)is_given;
      double* tile = tile_at(&made.original, i, j);
      for (long e = 0; is_given && e < block * block; e++) tile[e] = kernel_number((i * n + j) * block * block + e);
      for (long e = 0; i == j && e < block; e++) tile[e * block + e] += (double)size; /* needs no pivoting */
    }
  for (long k = 0; k < n; k++)
    for (long i = k + 1; i < n; i++)
      for (long j = k + 1; j < n; j++)
        if (made.is_there[i * n + k] && made.is_there[k * n + j]) made.is_there[i * n + j] = 1;
  *at = made;
  return at;
}

void sparselu_copy(const sparselu* at, long i, long j) { tile_copy(&at->factor, &at->original, i, j); }

void sparselu_diagonal(const sparselu* at, long k) {
  const long n = at->factor.block;
  double* tile = tile_at(&at->factor, k, k);
  for (long m = 0; m < n; m++)
    for (long i = m + 1; i < n; i++) {
      tile[i * n + m] /= tile[m * n + m];
      for (long j = m + 1; j < n; j++) tile[i * n + j] -= tile[i * n + m] * tile[m * n + j];
    }
}

void sparselu_row(const sparselu* at, long k, long j) {
  const long n = at->factor.block;
  const double* diagonal = tile_at(&at->factor, k, k);
  double* tile = tile_at(&at->factor, k, j);
  for (long m = 0; m < n; m++)
    for (long i = m + 1; i < n; i++)
      for (long c = 0; c < n; c++) tile[i * n + c] -= diagonal[i * n + m] * tile[m * n + c];
}

void sparselu_column(const sparselu* at, long i, long k) {
  const long n = at->factor.block;
  const double* diagonal = tile_at(&at->factor, k, k);
  double* tile = tile_at(&at->factor, i, k);
  for (long row = 0; row < n; row++)
    for (long m = 0; m < n; m++) {
      tile[row * n + m] /= diagonal[m * n + m];
      for (long j = m + 1; j < n; j++) tile[row * n + j] -= tile[row * n + m] * diagonal[m * n + j];
    }
}

void sparselu_update(const sparselu* at, long i, long j, long k) {
  tile_multiply(tile_at(&at->factor, i, j), tile_at(&at->factor, i, k), tile_at(&at->factor, k, j), -1,
                at->factor.block);
}

static void iterate(void* data) {
  const sparselu* at = data;
  const long n = at->factor.n_tiles;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      if (is_there(at, i, j)) sparselu_copy(at, i, j);
  for (long k = 0; k < n; k++) {
    sparselu_diagonal(at, k);
    for (long j = k + 1; j < n; j++)
      if (is_there(at, k, j)) sparselu_row(at, k, j);
    for (long i = k + 1; i < n; i++)
      if (is_there(at, i, k)) sparselu_column(at, i, k);
    for (long i = k + 1; i < n; i++)
      for (long j = k + 1; j < n; j++)
        if (is_there(at, i, k) && is_there(at, k, j)) sparselu_update(at, i, j, k);
  }
}

static const double* result(const void* data, size_t* n) {
  const sparselu* at = data;
  *n = tiles_elements(&at->factor);
  return at->factor.elements;
}

static long tasks(const void* data) {
  const sparselu* at = data;
  const long n = at->factor.n_tiles;
  long sum = n;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      if (!is_there(at, i, j)) continue;
      sum += 1 + (i != j); /* the copy; a row's or a column's tile */
      for (long k = 0; k < i && k < j; k++) sum += is_there(at, i, k) && is_there(at, k, j);
    }
  return sum;
}

const kernel_blocks kernel_blocks_linked = {"kernel-sparselu",
                                            512,
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
  const sparselu* at = data;
  const long n = at->factor.n_tiles;
#pragma omp for schedule(static)
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      if (is_there(at, i, j)) sparselu_copy(at, i, j);
  for (long k = 0; k < n; k++) {
#pragma omp single
    sparselu_diagonal(at, k);
#pragma omp for schedule(dynamic) nowait
    for (long j = k + 1; j < n; j++)
      if (is_there(at, k, j)) sparselu_row(at, k, j);
#pragma omp for schedule(dynamic)
    for (long i = k + 1; i < n; i++)
      if (is_there(at, i, k)) sparselu_column(at, i, k);
#pragma omp for schedule(dynamic)
    for (long i = k + 1; i < n; i++)
      for (long j = k + 1; j < n; j++)
        if (is_there(at, i, k) && is_there(at, k, j)) sparselu_update(at, i, j, k);
  }
}

static void create_updates(const sparselu* at, long i, long k) {
  const double* left = tile_at(&at->factor, i, k);
  for (long j = k + 1; j < at->factor.n_tiles; j++) {
    if (!is_there(at, k, j)) continue;
    const double* above = tile_at(&at->factor, k, j);
    double* tile = tile_at(&at->factor, i, j);
#pragma omp task firstprivate(at, i, j, k) depend(in : left[0], above[0]) depend(inout : tile[0])
    sparselu_update(at, i, j, k);
  }
}

static void create(const void* data) {
  const sparselu* at = data;
  const long n = at->factor.n_tiles;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      if (!is_there(at, i, j)) continue;
      double* tile = tile_at(&at->factor, i, j);
#pragma omp task firstprivate(at, i, j) depend(out : tile[0])
      sparselu_copy(at, i, j);
    }
  for (long k = 0; k < n; k++) {
    double* diagonal = tile_at(&at->factor, k, k);
#pragma omp task firstprivate(at, k) depend(inout : diagonal[0])
    sparselu_diagonal(at, k);
    for (long j = k + 1; j < n; j++) {
      if (!is_there(at, k, j)) continue;
      double* tile = tile_at(&at->factor, k, j);
#pragma omp task firstprivate(at, k, j) depend(in : diagonal[0]) depend(inout : tile[0])
      sparselu_row(at, k, j);
    }
    for (long i = k + 1; i < n; i++) {
      if (!is_there(at, i, k)) continue;
      double* tile = tile_at(&at->factor, i, k);
#pragma omp task firstprivate(at, i, k) depend(in : diagonal[0]) depend(inout : tile[0])
      sparselu_column(at, i, k);
    }
    for (long i = k + 1; i < n; i++)
      if (is_there(at, i, k)) create_updates(at, i, k);
  }
}

const kernel_loops kernel_loops_linked = {share, create};
#endif
