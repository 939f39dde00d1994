/* SPDX-License-Identifier: Apache-2.0
 *
 * A stencil whose two arrays take turns: the loops of its tasks, see tasks.h.
 */
for (int step = 0; step < N; step++) {
  cell* from = step % 2 ? *b : *a;
  cell* to = step % 2 ? *a : *b;
  for (int i = 0; i < N; i++) {
    const int left = i > 0 ? i - 1 : 0, right = i < N - 1 ? i + 1 : i;
#pragma omp task depend(in : from[left], from[i], from[right]) depend(out : to[i])
    combine(&to[i], &from[left], &from[right]);
  }
}
