// SPDX-License-Identifier: Apache-2.0
//
// omp_all_memory: a task that depends on all memory is ordered after every sibling with dependences created before
// it and before every one created after it, whatever their addresses; alone and beside a named address.
//
// test: NOT_BUILT gcc 'gcc 12 does not know omp_all_memory (gcc 13 does)'
#include <omp.h>

#include "check.h"

enum { kRounds = 20, kCells = 15 };

int main(void) {
  int cell[kCells] = {0};
  int last = -1;
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < kRounds; round++) {
    for (int i = 0; i < kCells; i++)
#pragma omp task depend(inout : cell[i]) shared(cell, last) firstprivate(i, round)
    {
      CHECK_EQ(last, round - 1);
      spin_for(20);
      cell[i]++;
    }
#pragma omp task depend(inout : omp_all_memory) shared(cell, last) firstprivate(round)
    {
      for (int i = 0; i < kCells; i++) CHECK_EQ(cell[i], round + 1 + (i == 0 ? round : 0));
      last = round - 1;
    }
#pragma omp task depend(out : omp_all_memory) depend(in : cell[3]) shared(last) firstprivate(round)
    CHECK_EQ(last++, round - 1);
#pragma omp task depend(in : cell[0]) shared(last) firstprivate(round)
    CHECK_EQ(last, round);
#pragma omp task depend(inout : cell[0]) shared(cell)
    cell[0]++;
  }
  CHECK_EQ(last, kRounds - 1);
  return check_finish();
}
