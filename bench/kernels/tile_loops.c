/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "kernels/tiles.h"

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

void tile_cholesky(double* tile, long n) {
  for (long j = 0; j < n; j++) {
    for (long m = 0; m < j; m++) tile[j * n + j] -= tile[j * n + m] * tile[j * n + m];
    tile[j * n + j] = sqrt(tile[j * n + j]);
    for (long i = j + 1; i < n; i++) {
      for (long m = 0; m < j; m++) tile[i * n + j] -= tile[i * n + m] * tile[j * n + m];
      tile[i * n + j] /= tile[j * n + j];
    }
  }
}

void tile_solve_transposed(double* tile, const double* factor, long n) {
  for (long row = 0; row < n; row++)
    for (long j = 0; j < n; j++) {
      for (long m = 0; m < j; m++) tile[row * n + j] -= tile[row * n + m] * factor[j * n + m];
      tile[row * n + j] /= factor[j * n + j];
    }
}
