// SPDX-License-Identifier: Apache-2.0
//
// firstprivate of arrays of run-time length, one- and two-dimensional (a gcc extension of the standard's minimum):
// the captured block has a size of its own at each creation.
//
// test: NOT_BUILT clang 'clang has no firstprivate of variable-length arrays on task'
#include <omp.h>
#include <string.h>

#include "check.h"

enum { kTasks = 60 };

static void run(int n) {
  int variable[n], matrix[3][n];
  unsigned char* done = calloc(kTasks, 1);
#pragma omp parallel shared(variable, matrix, done)
#pragma omp single
  for (int t = 0; t < kTasks; t++) {
    for (int i = 0; i < n; i++) variable[i] = t - i;
    for (int i = 0; i < 3 * n; i++) matrix[i / n][i % n] = t ^ i;
#pragma omp task firstprivate(variable, matrix, t) shared(done)
    {
      CHECK_EQ(sizeof variable, (size_t)n * sizeof(int));
      for (int i = 0; i < n; i++) CHECK_EQ(variable[i], t - i);
      for (int i = 0; i < 3 * n; i++) CHECK_EQ(matrix[i / n][i % n], t ^ i);
      memset(variable, -1, sizeof variable);
      memset(matrix, -1, sizeof matrix);
      done[t]++;
    }
  }
  for (int t = 0; t < kTasks; t++) CHECK_EQ(done[t], 1);
  free(done);
}

int main(void) {
  run(1);
  run(5);
  run(1000);
  return check_finish();
}
