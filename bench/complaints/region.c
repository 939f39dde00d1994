/* SPDX-License-Identifier: Apache-2.0
 *
 * What a parallel region and a barrier of all processors cost (https://github.com/dyninst/dyninst/issues/2403: 12.4 ms
 * a region on 96 cores instead of 30 us; https://gcc.gnu.org/PR119588: a region takes as long as four barriers).
 */
#include "complaints/complaint.h"

int main(int argc, char** argv) {
  const long n = rounds(argc, argv, 100000);
#pragma omp parallel
  measure_turn(1);
  double start_s = measure_now_s();
  for (long i = 0; i < n; i++) {
#pragma omp parallel
    measure_turn(1);
  }
  const double region_us = 1e6 * (measure_now_s() - start_s) / (double)n;
  start_s = measure_now_s();
#pragma omp parallel
  for (long i = 0; i < n; i++) {
    measure_turn(1);
#pragma omp barrier
  }
  measure_json_begin("region", MEASURE_COMPILER, "");
  measure_json_real("region_us", region_us);
  measure_json_real("barrier_us", 1e6 * (measure_now_s() - start_s) / (double)n);
  measure_json_end();
  return 0;
}
