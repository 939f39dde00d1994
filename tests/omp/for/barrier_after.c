// SPDX-License-Identifier: Apache-2.0
//
// A loop without nowait ends with a barrier: what an iteration wrote is seen by every thread after the loop.
#include "omp/for/loops.h"

enum { kLength = 128, kSweeps = 100 };

int main(void) {
  static int field[2][kLength + 2];
  for (int i = 0; i < kLength + 2; i++) field[0][i] = field[1][i] = i % 5;
#pragma omp parallel
  for (int sweep = 0; sweep < kSweeps; sweep++) {
    const int* from = field[sweep % 2];
    int* to = field[(sweep + 1) % 2];
    if (sweep % 2) {
#pragma omp for schedule(dynamic, 5)
      for (int i = 1; i <= kLength; i++) to[i] = (from[i - 1] + 2 * from[i] + from[i + 1]) % 1009;
    } else {
#pragma omp for schedule(static)
      for (int i = 1; i <= kLength; i++) to[i] = (from[i - 1] + 2 * from[i] + from[i + 1]) % 1009;
    }
  }
  int serial[2][kLength + 2];
  for (int i = 0; i < kLength + 2; i++) serial[0][i] = serial[1][i] = i % 5;
  for (int sweep = 0; sweep < kSweeps; sweep++)
    for (int i = 1; i <= kLength; i++) {
      const int* from = serial[sweep % 2];
      serial[(sweep + 1) % 2][i] = (from[i - 1] + 2 * from[i] + from[i + 1]) % 1009;
    }
  for (int i = 1; i <= kLength; i++) CHECK_EQ(field[kSweeps % 2][i], serial[kSweeps % 2][i]);
  return check_finish();
}
