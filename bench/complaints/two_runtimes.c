/* SPDX-License-Identifier: Apache-2.0
 *
 * Two OpenMP runtimes in one process: a program by gcc that uses a library by clang, each with threads of its own
 * (https://github.com/pytorch/pytorch/issues/98836: 10.7 s became 35.9 s).
 */
#include "complaints/complaint.h"

void library_region(void (*work)(uint64_t), uint64_t turns);

int main(int argc, char** argv) {
  const long n = rounds(argc, argv, 2000);
  const uint64_t turns = turns_of(50e3); /* 50 us for each thread */
  const double start_s = measure_now_s();
  for (long i = 0; i < n; i++) {
#pragma omp parallel
    measure_turn(turns);
    library_region(measure_turn, turns);
  }
  report("two_runtimes", "us", 1e6 * (measure_now_s() - start_s) / (double)n);
  return 0;
}
