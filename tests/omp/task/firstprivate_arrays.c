// SPDX-License-Identifier: Apache-2.0
//
// firstprivate of arrays, small and large (59 kB): each task sees the values at its creation although the creator
// overwrites them at once, and may overwrite its copy.
#include <omp.h>
#include <string.h>

#include "check.h"

enum { kTasks = 60, kLarge = 59049 };

static void run_small(void) {
  int line[17], matrix[3][50];
  unsigned char done[kTasks] = {0};
#pragma omp parallel shared(line, matrix, done)
#pragma omp single
  for (int t = 0; t < kTasks; t++) {
    for (int i = 0; i < 17; i++) line[i] = t * 100 + i;
    for (int i = 0; i < 150; i++) matrix[i / 50][i % 50] = t ^ i;
#pragma omp task firstprivate(line, matrix, t) shared(done)
    {
      for (int i = 0; i < 17; i++) CHECK_EQ(line[i], t * 100 + i);
      for (int i = 0; i < 150; i++) CHECK_EQ(matrix[i / 50][i % 50], t ^ i);
      memset(line, -1, sizeof line);
      memset(matrix, -1, sizeof matrix);
      done[t]++;
    }
  }
  for (int t = 0; t < kTasks; t++) CHECK_EQ(done[t], 1);
}

static void run_large(void) {
  static unsigned char block[kLarge];
  int sum = 0;
#pragma omp parallel
#pragma omp single
  for (int t = 0; t < 20; t++) {
    memset(block, t, sizeof block);
#pragma omp task firstprivate(block) shared(sum)
    {
      int same = 1;
      for (int i = 0; i < kLarge; i++) same &= block[i] == t;
      CHECK(same);
#pragma omp atomic
      sum += block[kLarge - 1];
    }
  }
  CHECK_EQ(sum, 190);
}

int main(void) {
  run_small();
  run_large();
  return check_finish();
}
