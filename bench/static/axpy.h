/* SPDX-License-Identifier: Apache-2.0
 *
 * A scaled vector added to another one, by blocks: the loops of its tasks, see tasks.h.
 */
for (int i = 0; i < N; i++)
  for (int j = 0; j < N; j++) {
#pragma omp task depend(in : a[i][j]) depend(inout : b[i][j])
    combine(&b[i][j], &a[i][j], &a[i][j]);
  }
