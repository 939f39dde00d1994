/* SPDX-License-Identifier: Apache-2.0
 *
 * Dot product by blocks, whose parts are added up along rows: the loops of its tasks, see tasks.h.
 */
for (int i = 0; i < N; i++)
  for (int j = 0; j < N; j++) {
#pragma omp task depend(in : a[i][j], b[i][j]) depend(inout : c[i][j])
    combine(&c[i][j], &a[i][j], &b[i][j]);
  }
for (int i = 0; i < N; i++)
  for (int j = 1; j < N; j++) {
#pragma omp task depend(in : c[i][j]) depend(inout : c[i][0])
    combine(&c[i][0], &c[i][j], &c[i][j]);
  }
