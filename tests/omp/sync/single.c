// SPDX-License-Identifier: Apache-2.0
//
// single: exactly one thread runs each block, the others wait at its end unless nowait; copyprivate broadcasts.
//
// test: QUICK
#include <omp.h>

#include "check.h"

enum { kRounds = 300 };

struct Triple {
  int a;
  double b;
  char c[40];
};

int main(void) {
  const int rounds = TEST_SCALE(kRounds);
  int runs = 0, nowait_runs = 0, seen = 0;
#pragma omp parallel
  {
    for (int round = 0; round < rounds; round++) {
#pragma omp single
      {
        runs++;
        seen = round;
      }
      CHECK_EQ(seen, round);  // the barrier at the end of single
#pragma omp barrier
#pragma omp single nowait
      {
#pragma omp atomic
        nowait_runs++;
      }
    }
    for (int round = 0; round < rounds; round++) {
      int number = -1;
      struct Triple triple = {0, 0, {0}};
      int* pointer = NULL;
#pragma omp single copyprivate(number, triple, pointer)
      {
        number = round * 3;
        triple.a = round;
        triple.b = round / 2.0;
        triple.c[39] = (char)(round % 100);
        pointer = &runs;
      }
      CHECK_EQ(number, round * 3);
      CHECK(triple.a == round && triple.b == round / 2.0 && triple.c[39] == round % 100);
      CHECK(pointer == &runs);
      number = triple.a = -2;  // own copies: the next round starts from the broadcast again
    }
  }
  CHECK_EQ(runs, rounds);
  CHECK_EQ(nowait_runs, rounds);
#pragma omp single
  runs++;
  CHECK_EQ(runs, rounds + 1);
  return check_finish();
}
