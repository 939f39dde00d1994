/* SPDX-License-Identifier: Apache-2.0
 *
 * A library with parallel regions is called inside of tasks: regions inside of a region
 * (https://github.com/OpenMathLib/OpenBLAS/issues/5947, https://github.com/flame/blis/issues/267).
 */
#include <omp.h>

#include "complaints/complaint.h"

int main(int argc, char** argv) {
  const long n = rounds(argc, argv, 200);
  const uint64_t turns = turns_of(10e3);
  omp_set_max_active_levels(2);
  const double start_s = measure_now_s();
  for (long i = 0; i < n; i++) {
#pragma omp parallel
#pragma omp single
    for (int k = 0; k < 8; k++) {
#pragma omp task
      {
#pragma omp parallel
        measure_turn(turns);
      }
    }
  }
  report("nested", "us", 1e6 * (measure_now_s() - start_s) / (double)(n * 8));
  return 0;
}
