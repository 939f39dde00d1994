// SPDX-License-Identifier: Apache-2.0
//
// collapse: rectangular nests of mixed types and directions, a nest with an empty level, a triangular nest.
#include "omp/for/loops.h"

int main(void) {
  loop_reset();
#pragma omp parallel for collapse(2) schedule(static)
  for (int i = 0; i < 13; i++)
    for (long j = 20; j > 0; j -= 2) loop_visit(i * 10 + (int)(20 - j) / 2);
  loop_expect_each_once(130);

  loop_reset();
#pragma omp parallel for collapse(3) schedule(dynamic, 3)
  for (unsigned i = 0; i < 5; i++)
    for (short j = 0; j < 6; j++)
      for (unsigned long long k = 0; k < 7; k++) loop_visit((int)(((int)i * 6 + j) * 7 + (int)k));
  loop_expect_each_once(210);

  int none = 0;
#pragma omp parallel for collapse(2) schedule(guided)
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < none; j++) CHECK(0 && "the inner loop is empty");

  int last_i = -1, last_j = -1;
#pragma omp parallel for collapse(2) lastprivate(last_i, last_j)
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 9; j++) {
      last_i = i;
      last_j = j;
    }
  CHECK_EQ(last_i, 3);
  CHECK_EQ(last_j, 8);

  loop_reset();
#pragma omp parallel for collapse(2)
  for (int i = 0; i < 30; i++)
    for (int j = 0; j < i; j++) loop_visit(i * (i - 1) / 2 + j);
  loop_expect_each_once(435);
  return check_finish();
}
