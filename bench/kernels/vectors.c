/* SPDX-License-Identifier: Apache-2.0 */
#include "kernels/vectors.h"

#include "kernels/kernel.h"

void* vectors_make(long n, long block) {
  vectors* at = kernel_memory(sizeof *at);
  const vectors made = {n, block, kernel_memory((size_t)n * sizeof(double)), kernel_memory((size_t)n * sizeof(double))};
  for (long i = 0; i < n; i++) {
    made.x[i] = kernel_number(i);
    made.y[i] = kernel_number(n + i);
  }
  *at = made;
  return at;
}

void vectors_axpy(const vectors* at, long first) {
  const double* restrict x = at->x + first;
  double* restrict y = at->y + first;
  for (long i = 0; i < at->block; i++) y[i] += 0.25 * x[i];
}

void vectors_iterate(void* data) {
  const vectors* at = data;
  for (long first = 0; first < at->n; first += at->block) vectors_axpy(at, first);
}

const double* vectors_result(const void* data, size_t* n) {
  const vectors* at = data;
  *n = (size_t)at->n;
  return at->y;
}

long vectors_tasks(const void* data) {
  const vectors* at = data;
  return at->n / at->block;
}
