/* SPDX-License-Identifier: Apache-2.0
 *
 * LU decomposition by tiles without pivoting: the loops of its tasks, see tasks.h.
 */
for (int k = 0; k < N; k++) {
#pragma omp task depend(inout : a[k][k])
  combine(&a[k][k], &a[k][k], &a[k][k]);
  for (int j = k + 1; j < N; j++) {
#pragma omp task depend(in : a[k][k]) depend(inout : a[k][j])
    combine(&a[k][j], &a[k][k], &a[k][k]);
#pragma omp task depend(in : a[k][k]) depend(inout : a[j][k])
    combine(&a[j][k], &a[k][k], &a[k][k]);
  }
  for (int i = k + 1; i < N; i++)
    for (int j = k + 1; j < N; j++) {
#pragma omp task depend(in : a[i][k], a[k][j]) depend(inout : a[i][j])
      combine(&a[i][j], &a[i][k], &a[k][j]);
    }
}
