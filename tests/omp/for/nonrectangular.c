/* SPDX-License-Identifier: Apache-2.0
 *
 * Collapsed nests whose inner bounds depend on outer variables: every point once.
 */
#include <omp.h>
#include <string.h>

#include "check.h"

enum { kN = 40 };
static int count[kN][2 * kN + 8];

static void check_triangle(const char* what) {
  for (int i = 0; i < kN; i++) {
    for (int j = 0; j < 2 * kN + 8; j++) {
      int want = j >= i && j < 2 * i + 3;
      if (count[i][j] != want) check_differs(what, i, "count", count[i][j], want);
    }
  }
  memset(count, 0, sizeof count);
}

int main(void) {
#pragma omp parallel for collapse(2)
  for (int i = 0; i < kN; i++) {
    for (int j = i; j < 2 * i + 3; j++) {
#pragma omp atomic
      count[i][j]++;
    }
  }
  check_triangle("combined");

#pragma omp parallel
#pragma omp for collapse(2) nowait
  for (int i = 0; i < kN; i++) {
    for (int j = i; j < 2 * i + 3; j++) {
#pragma omp atomic
      count[i][j]++;
    }
  }
  check_triangle("nowait");

  long sum = 0;
#pragma omp parallel for collapse(3) reduction(+ : sum)
  for (int i = 0; i < 20; i++) {
    for (int j = 0; j <= i; j++) {
      for (int k = 0; k < 4; k++) sum += i + j + k;
    }
  }
  long want = 0;
  for (int i = 0; i < 20; i++) {
    for (int j = 0; j <= i; j++) {
      for (int k = 0; k < 4; k++) want += i + j + k;
    }
  }
  CHECK_EQ(sum, want);
  return check_finish();
}
