/* SPDX-License-Identifier: Apache-2.0 */
#include "kernels/tiles.h"

#include <string.h>

#include "kernels/kernel.h"

tiles tiles_make(long size, long block) {
  const tiles made = {size / block, block, kernel_memory((size_t)(size * size) * sizeof(double))};
  return made;
}

void tile_copy(const tiles* to, const tiles* from, long row, long column) {
  memcpy(tile_at(to, row, column), tile_at(from, row, column), (size_t)(to->block * to->block) * sizeof(double));
  if (row == column) *tile_at(from, row, column) += 1;
}

void tile_multiply(double* restrict c, const double* restrict a, const double* restrict b, double sign, long n) {
  for (long i = 0; i < n; i++)
    for (long k = 0; k < n; k++) {
      const double factor = sign * a[i * n + k];
      for (long j = 0; j < n; j++) c[i * n + j] += factor * b[k * n + j];
    }
}

void tile_multiply_transposed(double* c, const double* a, const double* b, double sign, long n) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      double sum = 0;
      for (long k = 0; k < n; k++) sum += a[i * n + k] * b[j * n + k];
      c[i * n + j] += sign * sum;
    }
}
