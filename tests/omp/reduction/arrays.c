// SPDX-License-Identifier: Apache-2.0
//
// Reductions of arrays and array sections, small and large, in loops and with nowait; private copies start as zero.
#include <omp.h>
#include <stdlib.h>

#include "check.h"

enum { kBins = 37, kLarge = 20000, kItems = 5000 };

int main(void) {
  int histogram[kBins] = {0};
#pragma omp parallel for reduction(+ : histogram)
  for (int i = 0; i < kItems; i++) histogram[i * 7 % kBins]++;
  int total = 0;
  for (int i = 0; i < kBins; i++) {
    total += histogram[i];
    CHECK(histogram[i] == kItems / kBins || histogram[i] == kItems / kBins + 1);
  }
  CHECK_EQ(total, kItems);

  double* large = malloc(kLarge * sizeof *large);
  for (int i = 0; i < kLarge; i++) large[i] = 1;
#pragma omp parallel for reduction(+ : large[0 : kLarge])
  for (int i = 0; i < 3 * kLarge; i++) large[i % kLarge] += 2;
  for (int i = 0; i < kLarge; i++)
    if (!CHECK(large[i] == 7)) break;

  int n = 11;
  long matrix[5][n];
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < n; j++) matrix[i][j] = 100;
#pragma omp parallel reduction(max : matrix[1 : 3][0 : n])
  for (int i = 1; i < 4; i++)
    for (int j = 0; j < n; j++) matrix[i][j] = 90 + i * 10 + j;
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < n; j++) {
      const int inside = i >= 1 && i <= 3 && 90 + i * 10 + j > 100;
      CHECK_EQ(matrix[i][j], inside ? 90 + i * 10 + j : 100);
    }

  int early = 0, late = 0;
#pragma omp parallel
  {
#pragma omp for reduction(+ : early) nowait
    for (int i = 0; i < 500; i++) early += i;
#pragma omp for reduction(+ : late) schedule(dynamic, 9)
    for (int i = 0; i < 500; i++) late += 2 * i;
  }
  CHECK_EQ(early, 124750);
  CHECK_EQ(late, 249500);
  free(large);
  return check_finish();
}
