/* SPDX-License-Identifier: Apache-2.0
 *
 * ThreadSanitizer reports races of a program that has none, because it does not see how the runtime's barrier orders
 * threads (https://github.com/UCL/STIR/issues/1720, https://github.com/BLAST-WarpX/warpx/issues/5826). The runner counts.
 */
#include "complaints/complaint.h"

enum { kElements = 1000 };
static int x[kElements], sum;

int main(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp for
    for (int i = 0; i < kElements; i++) x[i] = i;
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < kElements; i++) sum += x[kElements - 1 - i];
  }
  report_outcome("race_free", sum == 499500 ? "works" : "wrong");
  return 0;
}
