// SPDX-License-Identifier: Apache-2.0
//
// A chain of tasks that each wait for the next one, thousands deep: helping while waiting must not need a stack frame
// for every unrelated task, nor must a deep chain stop the team. Beside it, many chains at once.
#include <omp.h>

#include "check.h"

static void dive(int depth, int* reached) {
  if (depth == 0) {
#pragma omp atomic
    ++*reached;
    return;
  }
#pragma omp task firstprivate(depth, reached)
  dive(depth - 1, reached);
#pragma omp taskwait
}

int main(void) {
  const int depth = TEST_SANITIZED ? 300 : 3000;
  int reached = 0;
#pragma omp parallel
#pragma omp single
  dive(depth, &reached);
  CHECK_EQ(reached, 1);
  reached = 0;
#pragma omp parallel
#pragma omp single
  for (int chain = 0; chain < 40; chain++)
#pragma omp task shared(reached)
    dive(60, &reached);
  CHECK_EQ(reached, 40);
  return check_finish();
}
