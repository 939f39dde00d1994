/* SPDX-License-Identifier: Apache-2.0
 *
 * A dynamic loop over tiny bodies: all threads take each iteration from one counter
 * (https://github.com/pytorch/pytorch/issues/155795: 70 % of the time in gomp_iter_dynamic_next).
 */
#include "complaints/complaint.h"

enum { kElements = 100000 };
static float x[kElements];

int main(int argc, char** argv) {
  const long n = rounds(argc, argv, 50);
  const double start_s = measure_now_s();
  for (long i = 0; i < n; i++) {
#pragma omp parallel for schedule(dynamic)
    for (int k = 0; k < kElements; k++) x[k] = 0.5f * x[k] + 1;
  }
  report("dynamic", "ns", 1e9 * (measure_now_s() - start_s) / (double)(n * kElements));
  return 0;
}
