// SPDX-License-Identifier: Apache-2.0
//
// Nested tasks: taskwait waits for children only, barrier for all descendants; trees of uneven shape; a task's stack
// variables are safe to share with children that it waits for.
#include <omp.h>

#include "check.h"

enum { kDepth = 7 };

static long tree(int depth, int width) {
  if (depth == 0) return 1;
  long parts[4] = {0};
  for (int i = 0; i < width; i++)
#pragma omp task shared(parts) firstprivate(i)
    parts[i] = tree(depth - 1, 1 + (width + i) % 4);
#pragma omp taskwait
  long sum = 1;
  for (int i = 0; i < width; i++) sum += parts[i];
  return sum;
}

static long serial_tree(int depth, int width) {
  if (depth == 0) return 1;
  long sum = 1;
  for (int i = 0; i < width; i++) sum += serial_tree(depth - 1, 1 + (width + i) % 4);
  return sum;
}

static void spread(int depth, int* leaves) {
  if (depth == 0) {
#pragma omp atomic
    ++*leaves;
    return;
  }
  for (int i = 0; i < 2; i++)
#pragma omp task firstprivate(depth, leaves)
    spread(depth - 1, leaves);  // nobody waits: the parent ends before its children
}

int main(void) {
  long result = 0;
  const int depth = TEST_SANITIZED ? kDepth - 2 : kDepth;
#pragma omp parallel
#pragma omp single
  result = tree(depth, 3);
  CHECK_EQ(result, serial_tree(depth, 3));

  int leaves = 0;
#pragma omp parallel
  {
#pragma omp single nowait
    spread(8, &leaves);
#pragma omp barrier
    CHECK_EQ(leaves, 256);
  }
  leaves = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    spread(8, &leaves);
    CHECK_EQ(leaves, 256);
  }
  return check_finish();
}
