/* SPDX-License-Identifier: Apache-2.0
 *
 * The C part of a program in three languages: doubles the cells by a region.
 */
void double_cells(double* cells, int n);

void double_cells(double* cells, int n) {
#pragma omp taskgraph
  for (int i = 0; i < n; i++) {
#pragma omp task depend(inout : cells[i])
    cells[i] *= 2;
  }
}
