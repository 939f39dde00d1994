/* SPDX-License-Identifier: Apache-2.0
 *
 * CG's matrix, by rows.
 */
#ifndef RONDO_BENCH_NAS_CG_MATRIX_H
#define RONDO_BENCH_NAS_CG_MATRIX_H

typedef struct cg_matrix {
  long n;
  long* first; /* of a row's elements; n + 1 of them */
  int* column;
  double* value;
} cg_matrix;

/* The matrix of the specification; `nonzeros` random ones in each vector that it is made of. */
cg_matrix cg_make_matrix(long n, long nonzeros, double shift);

#endif
