/* SPDX-License-Identifier: Apache-2.0
 *
 * Listings 1 and 2 of "Accelerating Task-based Iterative Applications" (taskiter), with what they leave out around
 * them. `oss` is `omp` and in(x) is depend(in: x); the label, which OpenMP has not, is gone. Listing 2's taskiter
 * says `inline`, which is how the paper's section 3.2 orders an OpenMP taskiter among its siblings.
 */
#include "directive_check.h"

enum { numRowsBlocks = 7, numColumnBlocks = 9, BS = 4, N = 12 };
enum { rows = numRowsBlocks * BS, cols = numColumnBlocks * BS };

static double parallel_matrix[rows][cols], serial_matrix[rows][cols];
static char reps[numRowsBlocks][numColumnBlocks];

static void computeBlock(int n_rows, int n_cols, int R, int C, double (*matrix)[cols]) {
  int r, c;
  (void)n_rows, (void)n_cols;
  for (r = R * BS; r < (R + 1) * BS; r++)
    for (c = C * BS; c < (C + 1) * BS; c++)
      matrix[r][c] = 0.25 * (matrix[r - 1][c] + matrix[r + 1][c] + matrix[r][c - 1] + matrix[r][c + 1]);
}

static void fill(double (*matrix)[cols]) {
  int r, c;
  for (r = 0; r < rows; r++)
    for (c = 0; c < cols; c++) matrix[r][c] = r < BS ? 100.0 + c : 0.0;
}

static void listing_1(double (*matrix)[cols]) {
  int timestep, R, C;
  #pragma omp taskiter
  for (timestep = 0; timestep < N; ++timestep) {
    for (R = 1; R < numRowsBlocks - 1; ++R) {
      for (C = 1; C < numColumnBlocks - 1; ++C) {
        #pragma omp task \
            depend(in: reps[R-1][C]) depend(in: reps[R+1][C]) \
            depend(in: reps[R][C-1]) depend(in: reps[R][C+1]) \
            depend(inout: reps[R][C])
        computeBlock(rows, cols, R, C, matrix);
      }
    }
  }
}

static void serial_1(double (*matrix)[cols]) {
  int timestep, R, C;
  for (timestep = 0; timestep < N; ++timestep)
    for (R = 1; R < numRowsBlocks - 1; ++R)
      for (C = 1; C < numColumnBlocks - 1; ++C) computeBlock(rows, cols, R, C, matrix);
}

static int A, read_sum, printed;

static void print(int a) { printed = a; }

static void listing_2(void) {
  int i;
  #pragma omp task depend(out: A)
  A = 1;

  #pragma omp taskiter inline
  for (i = 0; i < N; ++i) {
    #pragma omp task depend(in: A)
    read_sum += A;
    #pragma omp task depend(out: A)
    A = A + 1;
  }

  #pragma omp task depend(in: A)
  print(A);
}

int main(void) {
  unsigned long cycles = COUNTED(loops_counted, CYCLES);
  fill(parallel_matrix);
  fill(serial_matrix);
  serial_1(serial_matrix);
  #pragma omp parallel
  #pragma omp single
  {
    listing_1(parallel_matrix);
    listing_2();
  }
  (void)reps;
  CHECK(memcmp(parallel_matrix, serial_matrix, sizeof serial_matrix) == 0);
  CHECK(printed == N + 1);
  CHECK(read_sum == N * (N + 1) / 2);
  CHECK_SINCE(loops_counted, CYCLES, cycles, 2);
  return finish();
}
