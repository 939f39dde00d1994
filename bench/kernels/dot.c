/* SPDX-License-Identifier: Apache-2.0
 *
 * Dot product with a task reduction. The elements are small whole numbers: their sum is exact, whatever the order. The
 * sum grows from iteration to iteration.
 */
#include "kernels/kernel.h"

typedef struct dot {
  long n, block;
  double* x;
  double* y;
  double* sum;
} dot;

double dot_block(const dot* at, long first);

#ifndef _OPENMP

static void* make(long n, long block) {
  dot* at = kernel_memory(sizeof *at);
  const dot made = {n, block, kernel_memory((size_t)n * sizeof(double)), kernel_memory((size_t)n * sizeof(double)),
                    kernel_memory(sizeof(double))};
  for (long i = 0; i < n; i++) {
    made.x[i] = (double)(i % 7);
    made.y[i] = (double)(i % 11);
  }
  *at = made;
  return at;
}

double dot_block(const dot* at, long first) {
  double sum = 0;
  for (long i = first; i < first + at->block; i++) sum += at->x[i] * at->y[i];
  return sum;
}

static void iterate(void* data) {
  const dot* at = data;
  for (long first = 0; first < at->n; first += at->block) *at->sum += dot_block(at, first);
}

static const double* result(const void* data, size_t* n) {
  const dot* at = data;
  *n = 1;
  return at->sum;
}

static long tasks(const void* data) {
  const dot* at = data;
  return at->n / at->block;
}

const kernel_blocks kernel_blocks_linked = {
    "kernel-dot", 1 << 18, 1 << 9, "elements", "elements of a block", make, iterate, result, tasks, NULL, NULL};
#else

static void share(void* data) {
  const dot* at = data;
  double* sum = at->sum;
#pragma omp for schedule(static) reduction(+ : sum[0 : 1])
  for (long first = 0; first < at->n; first += at->block) sum[0] += dot_block(at, first);
}

static void create(const void* data) {
  const dot* at = data;
  double* sum = at->sum;
#pragma omp taskgroup task_reduction(+ : sum[0 : 1])
  for (long first = 0; first < at->n; first += at->block) {
#pragma omp task firstprivate(at, first) in_reduction(+ : sum[0 : 1])
    sum[0] += dot_block(at, first);
  }
}

const kernel_loops kernel_loops_linked = {share, create};
#endif
