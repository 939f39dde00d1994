/* SPDX-License-Identifier: Apache-2.0
 *
 * AXPY: y = a x + y over two vectors; the blocks of an iteration are independent, and the iteration is waited for.
 */
#include "kernels/kernel.h"

typedef struct axpy {
  long n, block;
  double* x;
  double* y;
} axpy;

void axpy_block(const axpy* at, long first);

#ifndef _OPENMP

static void* make(long n, long block) {
  axpy* at = kernel_memory(sizeof *at);
  const axpy made = {n, block, kernel_memory((size_t)n * sizeof(double)), kernel_memory((size_t)n * sizeof(double))};
  for (long i = 0; i < n; i++) {
    made.x[i] = kernel_number(i);
    made.y[i] = kernel_number(n + i);
  }
  *at = made;
  return at;
}

void axpy_block(const axpy* at, long first) {
  const double* restrict x = at->x + first;
  double* restrict y = at->y + first;
  for (long i = 0; i < at->block; i++) y[i] += 0.25 * x[i];
}

static void iterate(void* data) {
  const axpy* at = data;
  for (long first = 0; first < at->n; first += at->block) axpy_block(at, first);
}

static const double* result(const void* data, size_t* n) {
  const axpy* at = data;
  *n = (size_t)at->n;
  return at->y;
}

static long tasks(const void* data) {
  const axpy* at = data;
  return at->n / at->block;
}

const kernel_blocks kernel_blocks_linked = {"kernel-axpy", 1 << 18, 1 << 9, "elements", "elements of a block",
                                            make,          iterate, result, tasks};
#else

static void share(void* data) {
  const axpy* at = data;
#pragma omp for schedule(static)
  for (long first = 0; first < at->n; first += at->block) axpy_block(at, first);
}

static void create(const void* data) {
  const axpy* at = data;
  for (long first = 0; first < at->n; first += at->block) {
#pragma omp task firstprivate(at, first)
    axpy_block(at, first);
  }
#pragma omp taskwait
}

const kernel_loops kernel_loops_linked = {share, create};
#endif
