// SPDX-License-Identifier: Apache-2.0
//
// inoutset: the members of a set have no order among each other (they may run together), but the set is ordered
// against out before it, and against in, mutexinoutset and inout after it.
//
// test: NOT_BUILT gcc 'gcc 12 does not know inoutset (gcc 13 does)'
#include <omp.h>

#include "check.h"

enum { kRounds = 30, kMembers = 9 };

int main(void) {
  int value = 0;
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < kRounds; round++) {
#pragma omp task depend(out : value) shared(value)
    value = 0;
    for (int m = 0; m < kMembers; m++)
#pragma omp task depend(inoutset : value) shared(value)
    {
      spin_for(20);
#pragma omp atomic
      value++;
    }
#pragma omp task depend(in : value) shared(value)
    CHECK_EQ(value, kMembers);
#pragma omp task depend(in : value) shared(value)
    CHECK_EQ(value, kMembers);
    for (int m = 0; m < kMembers; m++)
#pragma omp task depend(mutexinoutset : value) shared(value)
      value += 2;
    for (int m = 0; m < kMembers; m++)
#pragma omp task depend(inoutset : value) shared(value)
    {
#pragma omp atomic
      value += 100;
    }
#pragma omp task depend(inout : value) shared(value)
    CHECK_EQ(value, kMembers * 103);
  }
  return check_finish();
}
