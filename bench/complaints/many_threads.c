/* SPDX-License-Identifier: Apache-2.0
 *
 * Regions of 2000 threads, as a program asks for that was written for a larger machine or adds up its libraries' teams
 * (https://github.com/basecamp/fizzy/issues/3094).
 */
#include "complaints/complaint.h"

int main(int argc, char** argv) {
  const long n = rounds(argc, argv, 20);
  long arrived = 0;
  const double start_s = measure_now_s();
  for (long i = 0; i < n; i++) {
#pragma omp parallel num_threads(argc > 1 ? 100 : 2000) reduction(+ : arrived)
    arrived++;
  }
  if (arrived != n * (argc > 1 ? 100 : 2000)) measure_fail("many_threads: %ld threads arrived", arrived);
  report("many_threads", "ms", 1e3 * (measure_now_s() - start_s) / (double)n);
  return 0;
}
