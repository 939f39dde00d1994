// SPDX-License-Identifier: Apache-2.0
//
// Array sections in depend: the start of a section identifies it (sections either coincide or are disjoint), of
// arrays, pointers and two-dimensional blocks, with constant and run-time bounds.
#include <omp.h>

#include "check.h"

enum { kN = 60, kParts = 6, kPart = kN / kParts };

int main(void) {
  static int line[kN], matrix[kN][kN];
  int* pointer = line;
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 20; round++) {
    for (int p = 0; p < kParts; p++) {
      const int start = p * kPart;
#pragma omp task depend(inout : line[start : kPart]) firstprivate(start, round) shared(line)
      for (int i = start; i < start + kPart; i++) CHECK_EQ(line[i]++, 2 * round);
    }
    for (int p = 0; p < kParts; p++) {
      const int start = p * kPart;
      const int length = kPart;
#pragma omp task depend(inout : pointer[start : length]) firstprivate(pointer, start, round)
      for (int i = start; i < start + kPart; i++) CHECK_EQ(pointer[i]++, 2 * round + 1);
    }
    for (int p = 0; p < kParts * kParts; p++) {
      const int row = p / kParts * kPart, column = p % kParts * kPart;
#pragma omp task depend(inout : matrix[row : kPart][column : kPart]) firstprivate(row, column, round)
      for (int i = row; i < row + kPart; i++)
        for (int j = column; j < column + kPart; j++) CHECK_EQ(matrix[i][j]++, round);
    }
  }
  for (int i = 0; i < kN; i++) CHECK_EQ(line[i], 40);
  return check_finish();
}
