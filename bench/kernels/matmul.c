/* SPDX-License-Identifier: Apache-2.0
 *
 * Matrix multiplication: C += A B by tiles; the n products that make a tile of C follow one another.
 */
#include "kernels/kernel.h"
#include "kernels/tiles.h"

typedef struct matmul {
  tiles a, b, c;
} matmul;

void matmul_tile(const matmul* at, long i, long j, long k);

#ifndef _OPENMP

static void* make(long size, long block) {
  matmul* at = kernel_memory(sizeof *at);
  const matmul made = {tiles_make(size, block), tiles_make(size, block), tiles_make(size, block)};
  for (size_t i = 0; i < tiles_elements(&made.a); i++) {
    made.a.elements[i] = kernel_number((long)i);
    made.b.elements[i] = kernel_number((long)(i + tiles_elements(&made.a)));
  }
  *at = made;
  return at;
}

void matmul_tile(const matmul* at, long i, long j, long k) {
  tile_multiply(tile_at(&at->c, i, j), tile_at(&at->a, i, k), tile_at(&at->b, k, j), 1, at->c.block);
}

static void iterate(void* data) {
  const matmul* at = data;
  for (long i = 0; i < at->c.n_tiles; i++)
    for (long j = 0; j < at->c.n_tiles; j++)
      for (long k = 0; k < at->c.n_tiles; k++) matmul_tile(at, i, j, k);
}

static const double* result(const void* data, size_t* n) {
  const matmul* at = data;
  *n = tiles_elements(&at->c);
  return at->c.elements;
}

static long tasks(const void* data) {
  const matmul* at = data;
  return at->c.n_tiles * at->c.n_tiles * at->c.n_tiles;
}

const kernel_blocks kernel_blocks_linked = {
    "kernel-matmul", 256,  16,  "elements along a side", "elements along a tile's side", make, iterate, result,
    tasks,           NULL, NULL};
#else

static void share(void* data) {
  const matmul* at = data;
#pragma omp for schedule(static) collapse(2)
  for (long i = 0; i < at->c.n_tiles; i++)
    for (long j = 0; j < at->c.n_tiles; j++)
      for (long k = 0; k < at->c.n_tiles; k++) matmul_tile(at, i, j, k);
}

static void create(const void* data) {
  const matmul* at = data;
  for (long i = 0; i < at->c.n_tiles; i++)
    for (long j = 0; j < at->c.n_tiles; j++)
      for (long k = 0; k < at->c.n_tiles; k++) {
        const double* a = tile_at(&at->a, i, k);
        const double* b = tile_at(&at->b, k, j);
        double* c = tile_at(&at->c, i, j);
#pragma omp task firstprivate(at, i, j, k) depend(in : a[0], b[0]) depend(inout : c[0])
        matmul_tile(at, i, j, k);
      }
}

const kernel_loops kernel_loops_linked = {share, create};
#endif
