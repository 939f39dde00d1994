/* SPDX-License-Identifier: Apache-2.0
 *
 * The blocked matrix product of the TurboBLYSK paper:
 * a task tagged "matmul 16x16" whose children always have the same dependences. As printed, with the parenthesis that
 * the print lost and the arguments that it leaves out.
 */
#include "directive_check.h"

enum { DIMENSION = 16, TIMES = 8 };

static float a[TIMES][DIMENSION * DIMENSION], b[TIMES][DIMENSION * DIMENSION], c[TIMES][DIMENSION * DIMENSION],
    expected[DIMENSION * DIMENSION];

/* One block of four by four; element (column x, row y) is at x + y * DIM. */
static void matmul_block(float *A, float *B, float *C, int DIM) {
  int x, y, z;
  for (y = 0; y < 4; y++)
    for (x = 0; x < 4; x++)
      for (z = 0; z < 4; z++) C[x + y * DIM] += A[z + y * DIM] * B[x + z * DIM];
}

static void matmul(float *A, float *B, float *C, int DIM) {
  int i, j, k;
  for (i = 0; i < DIM; i += 4)
    for (j = 0; j < DIM; j += 4)
      for (k = 0; k < DIM; k += 4) {
        #pragma omp task depend(in: A[k+(j*DIM)], B[k+(j*DIM)]) \
            depend(inout: C[i+(j*DIM)])
        matmul_block(&A[k+(j*DIM)], &B[i+(k*DIM)], &C[i+(j*DIM)], DIM);
      }
}

int main(void) {
  unsigned long uses = COUNTED(patterns_counted, USES);
  int t, i, x, y, z;
  for (t = 0; t < TIMES; t++)
    for (i = 0; i < DIMENSION * DIMENSION; i++) {
      a[t][i] = (float)((i * 7 + t) % 5);
      b[t][i] = (float)((i * 3 + t) % 4);
    }
  #pragma omp parallel
  #pragma omp single
  {
    for (t = 0; t < TIMES; t++) {
      float *A = a[t], *B = b[t], *C = c[t];
      #pragma omp task dep_pattern("matmul 16x16") depend(in: A, B) depend(inout: C)
      matmul(A, B, C, 16);
      /* so that the pattern is there when the next product begins */
      #pragma omp taskwait
    }
  }
  for (t = 0; t < TIMES; t++) {
    memset(expected, 0, sizeof expected);
    for (y = 0; y < DIMENSION; y++)
      for (x = 0; x < DIMENSION; x++)
        for (z = 0; z < DIMENSION; z++)
          expected[x + y * DIMENSION] += a[t][z + y * DIMENSION] * b[t][x + z * DIMENSION];
    CHECK(memcmp(c[t], expected, sizeof expected) == 0);
  }
  CHECK_SINCE(patterns_counted, USES, uses, TIMES - 1);
  return finish();
}
