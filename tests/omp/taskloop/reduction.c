// SPDX-License-Identifier: Apache-2.0
//
// taskloop reduction: several variables, operators and an array; in_reduction of an enclosing taskgroup; a reduction
// with tasks inside the loop that take part.
#include <omp.h>

#include "check.h"

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 10; round++) {
    long sum = round;
    int high = -1, bins[9] = {0};
    double product = 1;
#pragma omp taskloop reduction(+ : sum, bins) reduction(max : high) reduction(* : product) num_tasks(11)
    for (int i = 0; i < 300; i++) {
      sum += i;
      bins[i % 9]++;
      const int value = (i * 53 + round) % 307;
      if (value > high) high = value;
      product *= i % 2 ? 2 : 0.5;
    }
    int want_high = -1;
    for (int i = 0; i < 300; i++)
      if ((i * 53 + round) % 307 > want_high) want_high = (i * 53 + round) % 307;
    CHECK_EQ(sum, round + 44850);
    CHECK_EQ(high, want_high);
    CHECK(product == 1);
    for (int i = 0; i < 9; i++) CHECK_EQ(bins[i], i < 3 ? 34 : 33);

    int total = 1;
#pragma omp taskgroup task_reduction(+ : total)
    {
#pragma omp taskloop in_reduction(+ : total) grainsize(8) nogroup
      for (int i = 0; i < 200; i++) total += 1;
#pragma omp taskloop in_reduction(+ : total)
      for (int i = 0; i < 100; i++) total += 10;
#pragma omp task in_reduction(+ : total)
      total += 100;
    }
    CHECK_EQ(total, 1301);

    int nested = 0;
#pragma omp taskloop reduction(+ : nested) num_tasks(4)
    for (int i = 0; i < 16; i++) {
      nested += 1;
#pragma omp task in_reduction(+ : nested)
      nested += 1000;
    }
    CHECK_EQ(nested, 16016);
  }
  return check_finish();
}
