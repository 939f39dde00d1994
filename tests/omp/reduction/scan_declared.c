/* SPDX-License-Identifier: Apache-2.0
 *
 * reduction(inscan) with an operation that the program declares.
 *
 * test: LEFT_OUT clang 'clang 19 computes it wrongly with more than one thread'
 */
#include <omp.h>

#include "check.h"

enum { kN = 1000 };
static int a[kN], b[kN];

typedef struct {
  long sum;
  int count;
} pair;
#pragma omp declare reduction(join:pair : omp_out.sum += omp_in.sum, omp_out.count += omp_in.count) \
    initializer(omp_priv = (pair){0, 0})

int main(void) {
  for (int i = 0; i < kN; i++) a[i] = i % 17;

  pair total = {0, 0};
#pragma omp parallel
#pragma omp for reduction(inscan, join : total)
  for (int i = 0; i < kN; i++) {
    total.sum += a[i];
    total.count++;
#pragma omp scan inclusive(total)
    b[i] = (int)total.sum + total.count;
  }
  int want = 0;
  for (int i = 0; i < kN; i++) {
    want += a[i] + 1;
    CHECK_EQ(b[i], want);
  }
  CHECK_EQ(total.count, kN);
  return check_finish();
}
