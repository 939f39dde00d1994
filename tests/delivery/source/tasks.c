/* SPDX-License-Identifier: Apache-2.0
 *
 * Plain OpenMP: for programs that want the runtime only.
 */
#include <rondo.h>
#include <stdio.h>

#include "loaded.h"

int main(void) {
  int sum = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 1; i <= 100; i++) {
#pragma omp task shared(sum)
#pragma omp atomic
    sum += i;
  }
  print_loaded();
  printf("%s\n", sum == 5050 && rondo_version ? "ok" : "wrong");
  return sum != 5050;
}
