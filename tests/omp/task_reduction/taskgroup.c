// SPDX-License-Identifier: Apache-2.0
//
// taskgroup task_reduction with in_reduction tasks: several items and operators, nested tasks that take part, nested
// groups over the same and over other variables, arrays.
#include <omp.h>

#include "check.h"

static void descend(int depth, long* sum_of_leaves) {
  long sum = 0;
#pragma omp taskgroup task_reduction(+ : sum)
  {
    for (int i = 0; i < 3; i++)
#pragma omp task in_reduction(+ : sum) firstprivate(i, depth)
    {
      if (depth == 0) {
        sum += i + 1;
      } else {
        long below = 0;
        descend(depth - 1, &below);
        sum += below;
      }
    }
  }
  *sum_of_leaves = sum;
}

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 20; round++) {
    long sum = round;
    int low = 1000, any = 0, bins[5] = {1, 1, 1, 1, 1};
    double product = 2;
#pragma omp taskgroup task_reduction(+ : sum) task_reduction(min : low) task_reduction(* : product) \
    task_reduction(|| : any) task_reduction(+ : bins)
    {
      for (int i = 0; i < 40; i++) {
#pragma omp task in_reduction(+ : sum) in_reduction(min : low) in_reduction(* : product) in_reduction(+ : bins) \
    firstprivate(i) shared(any)
        {
          sum += i;
          if (500 - i < low) low = 500 - i;
          product *= i % 2 ? 0.5 : 2;
          bins[i % 5]++;
#pragma omp task in_reduction(+ : sum, bins) in_reduction(|| : any) firstprivate(i)
          {
            sum += 100;
            any = any || i == 17;
            bins[0] += 10;
          }
        }
      }
    }
    CHECK_EQ(sum, round + 780 + 4000);
    CHECK_EQ(low, 461);
    CHECK(product == 2);
    CHECK_EQ(any, 1);
    CHECK_EQ(bins[0], 1 + 8 + 400);
    for (int i = 1; i < 5; i++) CHECK_EQ(bins[i], 9);

    long leaves = 0;
    descend(3, &leaves);
    CHECK_EQ(leaves, 27 * 6);

    int outer = 0, inner = 0;
#pragma omp taskgroup task_reduction(+ : outer)
    {
#pragma omp task in_reduction(+ : outer) shared(inner)
      {
        outer += 1;
#pragma omp taskgroup task_reduction(+ : inner)
        for (int i = 0; i < 10; i++)
#pragma omp task in_reduction(+ : inner) in_reduction(+ : outer)
        {
          inner += 2;
          outer += 5;
        }
      }
    }
    CHECK_EQ(outer, 51);
    CHECK_EQ(inner, 20);
  }
  return check_finish();
}
