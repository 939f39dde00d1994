// SPDX-License-Identifier: Apache-2.0
//
// Constructs with many dependences, the same address twice in one construct with equal and different kinds, and null
// or unaligned neighbouring addresses, which are all different addresses.
#include <omp.h>

#include "check.h"

enum { kCells = 24, kRounds = 15 };

int main(void) {
  static int c[kCells];
  static char bytes[8];
  int twice = 0;
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < kRounds; round++) {
    for (int i = 0; i < kCells; i++)
#pragma omp task depend(inout : c[i]) firstprivate(i, round)
      CHECK_EQ(c[i]++, 2 * round);
#pragma omp task depend(in : c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7], c[8], c[9], c[10], c[11])              \
    depend(inout : c[12], c[13], c[14], c[15], c[16], c[17]) depend(out : c[18], c[19], c[20], c[21], c[22], c[23]) \
    firstprivate(round)
    for (int i = 0; i < kCells; i++) CHECK_EQ(c[i], 2 * round + 1);
    for (int i = 0; i < kCells; i++)
#pragma omp task depend(inout : c[i]) firstprivate(i, round)
      CHECK_EQ(c[i]++, 2 * round + 1);

#pragma omp task depend(in : twice) depend(out : twice) shared(twice) firstprivate(round)
    CHECK_EQ(twice++, 3 * round);
#pragma omp task depend(inout : twice, twice) shared(twice) firstprivate(round)
    CHECK_EQ(twice++, 3 * round + 1);
#pragma omp task depend(out : twice) depend(in : twice, twice) shared(twice) firstprivate(round)
    CHECK_EQ(twice++, 3 * round + 2);
    for (int i = 0; i < 8; i++)
#pragma omp task depend(inout : bytes[i]) firstprivate(i, round)
      CHECK_EQ(bytes[i]++, round);
  }
  CHECK_EQ(twice, 3 * kRounds);
  return check_finish();
}
