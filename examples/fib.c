/* SPDX-License-Identifier: Apache-2.0
 *
 * A program that knows nothing of Rondo: the stock compiler builds it, and `rondo run` runs it. A task for each call.
 *
 *     $ gcc-12 -O2 -fopenmp fib.c -o fib
 *     $ rondo info -- ./fib
 *     $ rondo run -- ./fib
 */
#include <omp.h>
#include <stdio.h>

static long fib(int n) {
  if (n < 2) return n;
  long a, b;
#pragma omp task shared(a)
  a = fib(n - 1);
  b = fib(n - 2);
#pragma omp taskwait
  return a + b;
}

int main(void) {
  long result = 0;
  const double start = omp_get_wtime();
#pragma omp parallel
#pragma omp single
  result = fib(25);
  printf("fib(25) = %ld, %.1f ms\n", result, (omp_get_wtime() - start) * 1e3);
  puts(result == 75025 ? "ok" : "wrong");
  return result != 75025;
}
