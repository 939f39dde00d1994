/* SPDX-License-Identifier: Apache-2.0
 *
 * A reduction over tasks: the leaves of a tree are counted. Each thread adds to a copy of its own, no task to a shared
 * variable.
 *
 *     $ gcc-12 -O2 -fopenmp reduction.c -o reduction
 *     $ rondo run -- ./reduction
 */
#include <stdio.h>

static long leaves;

static void visit(int depth) {
  if (depth == 0) {
#pragma omp task in_reduction(+ : leaves)
    leaves += 1;
    return;
  }
  for (int child = 0; child < 3; child++) {
#pragma omp task firstprivate(depth)
    visit(depth - 1);
  }
}

int main(void) {
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : leaves)
  visit(8);
  printf("%ld leaves\n", leaves);
  puts(leaves == 6561 ? "ok" : "wrong");
  return leaves != 6561;
}
