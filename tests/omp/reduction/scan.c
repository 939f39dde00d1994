/* SPDX-License-Identifier: Apache-2.0
 *
 * reduction(inscan): prefix sums, with and without the own element, of built-in operations.
 */
#include <limits.h>
#include <omp.h>

#include "check.h"

enum { kN = 1000 };
static int a[kN], b[kN];

int main(void) {
  for (int i = 0; i < kN; i++) a[i] = i % 17;

  /* The sums begin with the operation's neutral element: clang 19 forgets any other value. */
  int sum = 0;
#pragma omp parallel for reduction(inscan, + : sum)
  for (int i = 0; i < kN; i++) {
    sum += a[i];
#pragma omp scan inclusive(sum)
    b[i] = sum;
  }
  int want = 0;
  for (int i = 0; i < kN; i++) {
    want += a[i];
    CHECK_EQ(b[i], want);
  }
  CHECK_EQ(sum, want);

  int greatest = INT_MIN;
#pragma omp parallel for reduction(inscan, max : greatest)
  for (int i = 0; i < kN; i++) {
    b[i] = greatest;
#pragma omp scan exclusive(greatest)
    if (a[i] * (i % 5) > greatest) greatest = a[i] * (i % 5);
  }
  want = INT_MIN;
  for (int i = 0; i < kN; i++) {
    CHECK_EQ(b[i], want);
    if (a[i] * (i % 5) > want) want = a[i] * (i % 5);
  }
  CHECK_EQ(greatest, want);
  return check_finish();
}
