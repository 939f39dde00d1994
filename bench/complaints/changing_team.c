/* SPDX-License-Identifier: Apache-2.0
 *
 * Regions whose num_threads changes from one to the next
 * (https://github.com/OpenMathLib/OpenBLAS/issues/3546: 1.16 s became 42.8 s in 7900 changes).
 */
#include "complaints/complaint.h"

int main(int argc, char** argv) {
  const long n = rounds(argc, argv, 4000);
  const uint64_t turns = turns_of(2e3);
  const double start_s = measure_now_s();
  for (long i = 0; i < n; i++) {
#pragma omp parallel num_threads(1 + (int)(i % 4))
    measure_turn(turns);
  }
  report("changing_team", "us", 1e6 * (measure_now_s() - start_s) / (double)n);
  return 0;
}
