/* SPDX-License-Identifier: Apache-2.0
 *
 * Product of two matrices, added to a third one: the loops of its tasks, see tasks.h. Three arrays, whose addresses the
 * runtime compares before it relies on the edges.
 */
for (int i = 0; i < N; i++)
  for (int j = 0; j < N; j++)
    for (int k = 0; k < N; k++) {
#pragma omp task depend(in : a[i][k], b[k][j]) depend(inout : c[i][j])
      combine(&c[i][j], &a[i][k], &b[k][j]);
    }
