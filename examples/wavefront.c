/* SPDX-License-Identifier: Apache-2.0
 *
 * Dependences: the longest common subsequence of two texts, in blocks. A block waits for its neighbours above and to
 * the left, and for nothing else; no barrier stands between diagonals.
 *
 *     $ gcc-12 -O2 -fopenmp wavefront.c -o wavefront
 *     $ rondo run -- ./wavefront
 */
#include <stdio.h>

enum { LENGTH = 1024, SIZE = 64, BLOCKS = LENGTH / SIZE };

static char first[LENGTH + 1], second[LENGTH + 1];
static short longest[LENGTH + 1][LENGTH + 1], serial[LENGTH + 1][LENGTH + 1];

static void fill_block(short (*table)[LENGTH + 1], int row, int column) {
  for (int i = row * SIZE + 1; i <= (row + 1) * SIZE; i++)
    for (int j = column * SIZE + 1; j <= (column + 1) * SIZE; j++)
      if (first[i] == second[j])
        table[i][j] = (short)(table[i - 1][j - 1] + 1);
      else
        table[i][j] = table[i - 1][j] > table[i][j - 1] ? table[i - 1][j] : table[i][j - 1];
}

int main(void) {
  unsigned bits = 7;
  for (int i = 1; i <= LENGTH; i++) {
    bits = bits * 1664525u + 1013904223u;
    first[i] = (char)('a' + (bits >> 24) % 4);
    second[i] = (char)('a' + (bits >> 16) % 4);
  }
  /* What stands in depend clauses is an address only: here the places of a small array. */
  char block[BLOCKS + 1][BLOCKS + 1];
  (void)block;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < BLOCKS; i++)
    for (int j = 0; j < BLOCKS; j++) {
#pragma omp task depend(in : block[i][j + 1], block[i + 1][j]) depend(out : block[i + 1][j + 1])
      fill_block(longest, i, j);
    }
  for (int i = 0; i < BLOCKS; i++)
    for (int j = 0; j < BLOCKS; j++) fill_block(serial, i, j);
  printf("longest common subsequence: %d of %d\n", longest[LENGTH][LENGTH], LENGTH);
  const int is_right = longest[LENGTH][LENGTH] == serial[LENGTH][LENGTH];
  puts(is_right ? "ok" : "wrong");
  return !is_right;
}
