// SPDX-License-Identifier: Apache-2.0
//
// Fibonacci with a task a call, tied and untied: the classic recursion, thousands of tiny tasks and taskwaits.
//
// test: QUICK
#include <stdio.h>

static int fib(int n) {
  if (n < 2) return n;
  int a, b;
#pragma omp task shared(a)
  a = fib(n - 1);
#pragma omp task shared(b)
  b = fib(n - 2);
#pragma omp taskwait
  return a + b;
}

static int fib_untied(int n) {
  if (n < 2) return n;
  int a, b;
#pragma omp task shared(a) untied
  a = fib_untied(n - 1);
  b = fib_untied(n - 2);
#pragma omp taskwait
  return a + b;
}

int main(void) {
  int tied = 0, untied = 0;
#pragma omp parallel
#pragma omp single
  {
    tied = fib(16);
    untied = fib_untied(17);
  }
  printf("fib(16) = %d, fib(17) = %d\n", tied, untied);
  return 0;
}
