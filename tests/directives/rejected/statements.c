/* SPDX-License-Identifier: Apache-2.0 */
#pragma omp taskgraph
int at_file_scope;

void g(int *p);

void statements(int *p) {
  #pragma omp taskiter
  g(p);
  #pragma omp taskiter
  {
    for (int i = 0; i < 3; i++) g(p);
  }
  #pragma omp taskiter update
  if (p[0])
    for (int i = 0; i < 3; i++) g(p);
  #pragma omp taskgraph
}

void last(int *p) {
  g(p);
  #pragma omp taskiter
}
