/* SPDX-License-Identifier: Apache-2.0
 *
 * A sweep of a Gauss-Seidel heat solver, a wavefront: the loops of its tasks, see tasks.h.
 */
for (int i = 1; i < N; i++)
  for (int j = 1; j < N; j++) {
#pragma omp task depend(in : a[i - 1][j], a[i][j - 1]) depend(inout : a[i][j])
    combine(&a[i][j], &a[i - 1][j], &a[i][j - 1]);
  }
