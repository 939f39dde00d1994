// SPDX-License-Identifier: Apache-2.0
//
// Sections that create tasks: the tasks of all sections are finished at the barrier that ends the construct's region.
#include <omp.h>

#include "check.h"

int main(void) {
  int left = 0, right = 0;
#pragma omp parallel
  for (int round = 1; round <= 30; round++) {
#pragma omp sections
    {
#pragma omp section
      for (int i = 0; i < 20; i++)
#pragma omp task shared(left)
      {
#pragma omp atomic
        left++;
      }
#pragma omp section
      {
        for (int i = 0; i < 20; i++)
#pragma omp task depend(inout : right) shared(right)
          right++;
      }
    }
    CHECK_EQ(left, 20 * round);
    CHECK_EQ(right, 20 * round);
#pragma omp barrier
  }
  return check_finish();
}
