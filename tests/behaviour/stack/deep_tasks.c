// SPDX-License-Identifier: Apache-2.0
//
// Tasks nested 20 000 deep, each waiting for its child, fit into stacks of the default size.
//
// test: NOT_STOCK gcc 'libgomp 12 needs larger stacks' clang 'libomp 19 needs larger stacks'
#include <omp.h>

#include "check.h"

static int dive(int depth) {
  if (depth == 0) return 0;
  int below = 0;
#pragma omp task shared(below) firstprivate(depth)
  below = dive(depth - 1);
#pragma omp taskwait
  return below + 1;
}

int main(void) {
  // A team of one runs each task inside its creation, which takes gcc's programs some 800 bytes of stack a task.
  const int depth = TEST_SANITIZED ? 1000 : omp_get_max_threads() == 1 ? 9000 : 20000;
  int reached = 0;
#pragma omp parallel
#pragma omp single
  reached = dive(depth);
  CHECK_EQ(reached, depth);
  return check_finish();
}
