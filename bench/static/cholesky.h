/* SPDX-License-Identifier: Apache-2.0
 *
 * Cholesky decomposition by tiles, right-looking: the loops of its tasks, see tasks.h.
 */
for (int k = 0; k < N; k++) {
#pragma omp task depend(inout : a[k][k])
  combine(&a[k][k], &a[k][k], &a[k][k]);
  for (int i = k + 1; i < N; i++) {
#pragma omp task depend(in : a[k][k]) depend(inout : a[i][k])
    combine(&a[i][k], &a[k][k], &a[k][k]);
  }
  for (int i = k + 1; i < N; i++) {
    for (int j = k + 1; j < i; j++) {
#pragma omp task depend(in : a[i][k], a[j][k]) depend(inout : a[i][j])
      combine(&a[i][j], &a[i][k], &a[j][k]);
    }
#pragma omp task depend(in : a[i][k]) depend(inout : a[i][i])
    combine(&a[i][i], &a[i][k], &a[i][k]);
  }
}
