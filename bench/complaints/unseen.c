/* SPDX-License-Identifier: Apache-2.0
 *
 * A program that is slow for a reason that nobody sees: the iterations of its static loop take longer and longer
 * (https://github.com/scikit-learn/scikit-learn/issues/30662 asks for a tool). The runner asks `rondo why`.
 */
#include "complaints/complaint.h"

int main(int argc, char** argv) {
  const long n = rounds(argc, argv, 20);
  const uint64_t turns = turns_of(2e3);
  const double start_s = measure_now_s();
  for (long i = 0; i < n; i++) {
#pragma omp parallel for schedule(static)
    for (int k = 0; k < 100; k++) measure_turn(turns * (uint64_t)k);
  }
  report("unseen", "ms", 1e3 * (measure_now_s() - start_s) / (double)n);
  return 0;
}
