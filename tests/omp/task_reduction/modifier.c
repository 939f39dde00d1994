// SPDX-License-Identifier: Apache-2.0
//
// reduction(task, ...) on parallel, for and sections: tasks created inside take part with in_reduction.
#include <omp.h>

#include "check.h"

int main(void) {
  const int threads = omp_get_max_threads();
  for (int round = 0; round < 20; round++) {
    int sum = round;
#pragma omp parallel reduction(task, + : sum)
    {
      sum += 1;
      for (int i = 0; i < 10; i++)
#pragma omp task in_reduction(+ : sum)
        sum += 100;
    }
    CHECK_EQ(sum, round + 1001 * threads);

    int in_loop = 0;
    double product = 1;
#pragma omp parallel
    {
#pragma omp for reduction(task, + : in_loop) reduction(task, * : product) schedule(dynamic, 3)
      for (int i = 0; i < 60; i++) {
        in_loop += i;
#pragma omp task in_reduction(+ : in_loop) in_reduction(* : product) firstprivate(i)
        {
          in_loop += 1000;
          product *= i % 2 ? 2 : 0.5;
        }
      }
      CHECK_EQ(in_loop, 61770);
      CHECK(product == 1);
    }

    int in_sections = 0;
#pragma omp parallel sections reduction(task, + : in_sections)
    {
#pragma omp section
      {
#pragma omp task in_reduction(+ : in_sections)
        in_sections += 1;
      }
#pragma omp section
      {
        in_sections += 10;
#pragma omp task in_reduction(+ : in_sections)
        in_sections += 100;
      }
    }
    CHECK_EQ(in_sections, 111);
  }
  return check_finish();
}
