/* SPDX-License-Identifier: Apache-2.0
 *
 * Arithmetic on tiles by OpenBLAS, whose own threads are left out: a call is a task's work.
 */
#include <cblas.h>

#include "common/measure.h"
#include "kernels/tiles.h"

void dpotrf_(const char* triangle, const int* n, double* a, const int* leading, int* status, size_t length);

__attribute__((constructor)) static void use_one_thread(void) { openblas_set_num_threads(1); }

static void multiply(double* c, const double* a, const double* b, CBLAS_TRANSPOSE of_b, double sign, int n) {
  cblas_dgemm(CblasRowMajor, CblasNoTrans, of_b, n, n, n, sign, a, n, b, n, 1, c, n);
}

void tile_multiply(double* restrict c, const double* restrict a, const double* restrict b, double sign, long n) {
  multiply(c, a, b, CblasNoTrans, sign, (int)n);
}

void tile_multiply_transposed(double* c, const double* a, const double* b, double sign, long n) {
  multiply(c, a, b, CblasTrans, sign, (int)n);
}

/* By rows the lower triangle is by columns, as LAPACK reads it, the upper one. */
void tile_cholesky(double* tile, long n) {
  const int order = (int)n;
  int status = 0;
  dpotrf_("U", &order, tile, &order, &status, 1);
  if (status) measure_fail("kernel-cholesky: a tile is not positive definite");
}

void tile_solve_transposed(double* tile, const double* factor, long n) {
  const int order = (int)n;
  cblas_dtrsm(CblasRowMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, order, order, 1, factor, order, tile,
              order);
}
