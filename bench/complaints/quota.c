/* SPDX-License-Identifier: Apache-2.0
 *
 * As many threads as processors, in a control group that may use half of one: the runner puts it there
 * (https://github.com/llvm/llvm-project/issues/225493, https://github.com/dmlc/xgboost/issues/7653: 90 times slower).
 */
#include "complaints/complaint.h"

int main(int argc, char** argv) {
  const long n = rounds(argc, argv, 1000);
  const uint64_t turns = turns_of(100e3);
  const double start_s = measure_now_s();
  for (long i = 0; i < n; i++) {
#pragma omp parallel for schedule(static) /* 200 us of work, and a pause of 100 us in which one thread works */
    for (int k = 0; k < 8; k++) measure_turn(turns / 4);
    measure_turn(turns);
  }
  report("quota", "ms", 1e3 * (measure_now_s() - start_s) / (double)n);
  return 0;
}
