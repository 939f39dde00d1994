/* SPDX-License-Identifier: Apache-2.0
 *
 * A loop of some microseconds on many more threads than processors
 * (https://github.com/scikit-learn/scikit-learn/issues/30662: 15 times slower than on one thread).
 */
#include "complaints/complaint.h"

enum { kElements = 4096 };
static float x[kElements], y[kElements];

int main(int argc, char** argv) {
  const long n = rounds(argc, argv, 2000);
  const double start_s = measure_now_s();
  for (long i = 0; i < n; i++) {
#pragma omp parallel for num_threads(16)
    for (int k = 0; k < kElements; k++) y[k] = 0.5f * x[k] + y[k];
  }
  report("small_work", "us", 1e6 * (measure_now_s() - start_s) / (double)n);
  return 0;
}
