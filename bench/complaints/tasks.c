/* SPDX-License-Identifier: Apache-2.0
 *
 * What a task costs, and how deep tasks may nest (https://github.com/llvm/llvm-project/issues/82274: fib 36 times slower
 * after a change). Prints the nanoseconds of a task of fib.
 */
#include "complaints/complaint.h"

static int fib(int n) {
  if (n < 2) return n;
  int a = 0, b = 0;
#pragma omp task shared(a)
  a = fib(n - 1);
#pragma omp task shared(b)
  b = fib(n - 2);
#pragma omp taskwait
  return a + b;
}

int main(int argc, char** argv) {
  const int n = (int)rounds(argc, argv, 25);
  int result = 0;
  const double start_s = measure_now_s();
#pragma omp parallel
#pragma omp single
  result = fib(n);
  const double ns = 1e9 * (measure_now_s() - start_s);
  double before = 0, tasks = 1; /* fib(n) creates two tasks in each call with n > 1 */
  for (int i = 0; i < n; i++) {
    const double next = before + tasks;
    before = tasks;
    tasks = next;
  }
  if ((double)result != before) measure_fail("tasks: fib(%d) is not %d", n, result);
  report("tasks", "ns", ns / (2 * (tasks - 1)));
  return 0;
}
