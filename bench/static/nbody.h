/* SPDX-License-Identifier: Apache-2.0
 *
 * A step of N-body: forces between all pairs of blocks, then each block moves: the loops of its tasks, see tasks.h.
 */
for (int i = 0; i < N; i++)
  for (int j = 0; j < N; j++) {
#pragma omp task depend(in : a[0][i], a[0][j]) depend(inout : b[0][i])
    combine(&b[0][i], &a[0][i], &a[0][j]);
  }
for (int i = 0; i < N; i++) {
#pragma omp task depend(in : b[0][i]) depend(inout : a[0][i])
  combine(&a[0][i], &b[0][i], &b[0][i]);
}
