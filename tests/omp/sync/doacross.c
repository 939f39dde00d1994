// SPDX-License-Identifier: Apache-2.0
//
// ordered(n) with depend(sink)/depend(source): cross-iteration dependences of a loop nest, in one and two dimensions.
#include <omp.h>

#include "check.h"

enum { kN = 60, kM = 20 };

int main(void) {
  static long line[kN + 1], grid[kN + 1][kM + 1], expected[kN + 1][kM + 1];
  line[0] = 1;
#pragma omp parallel for ordered(1) schedule(dynamic)
  for (int i = 1; i <= kN; i++) {
#pragma omp ordered depend(sink : i - 1)
    line[i] = line[i - 1] * 3 % 1000003 + i;
#pragma omp ordered depend(source)
  }
  long value = 1;
  for (int i = 1; i <= kN; i++) CHECK_EQ(line[i], value = value * 3 % 1000003 + i);

  for (int i = 1; i <= kN; i++)
    for (int j = 1; j <= kM; j++) expected[i][j] = (expected[i - 1][j] * 7 + expected[i][j - 1] * 5 + i + j) % 1000003;
#pragma omp parallel for ordered(2) schedule(static, 1)
  for (int i = 1; i <= kN; i++)
    for (int j = 1; j <= kM; j++) {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
      grid[i][j] = (grid[i - 1][j] * 7 + grid[i][j - 1] * 5 + i + j) % 1000003;
#pragma omp ordered depend(source)
    }
  for (int i = 1; i <= kN; i++)
    for (int j = 1; j <= kM; j++) CHECK_EQ(grid[i][j], expected[i][j]);
  return check_finish();
}
