/* SPDX-License-Identifier: Apache-2.0
 *
 * A library that the other compiler has built: two_runtimes.c and limits.c use it.
 */
#include <omp.h>
#include <stdint.h>

void library_region(void (*work)(uint64_t), uint64_t turns) {
#pragma omp parallel
  work(turns);
}

int library_threads(void) {
  int n = 0;
#pragma omp parallel reduction(+ : n)
  n++;
  return n;
}
