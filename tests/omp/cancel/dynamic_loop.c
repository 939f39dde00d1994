// SPDX-License-Identifier: Apache-2.0
//
// cancel for in loops with dynamic and guided schedules, where threads hold chunks when the loop ends early; the next
// loop of the same team starts afresh.
//
// test: ENV OMP_CANCELLATION=true
// test: NOT_STOCK clang 'libomp 19 stops with an assertion when a dynamic loop is cancelled'
#include <omp.h>

#include "check.h"

int main(void) {
  for (int round = 0; round < 50; round++) {
    int executed = 0, complete = 0;
#pragma omp parallel
    {
#pragma omp for schedule(dynamic, 3)
      for (int i = 0; i < 10000; i++) {
#pragma omp atomic
        executed++;
#pragma omp cancel for
        CHECK(0 && "not reached after cancel for");
      }
#pragma omp for schedule(dynamic, 3) reduction(+ : complete)
      for (int i = 0; i < 500; i++) complete++;
      CHECK_EQ(complete, 500);
#pragma omp for schedule(guided)
      for (int i = 0; i < 10000; i++) {
#pragma omp cancellation point for
#pragma omp atomic
        executed++;
#pragma omp cancel for if (i % 100 == 50)
      }
    }
    CHECK(executed >= 1 && executed < 10000);
  }
  return check_finish();
}
