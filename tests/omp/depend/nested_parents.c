// SPDX-License-Identifier: Apache-2.0
//
// Dependent tasks that create dependent children, three levels deep: a successor starts when its predecessor's body
// has ended; with a taskgroup in the body, when its descendants have.
#include <omp.h>

#include "check.h"

enum { kSteps = 12, kChildren = 5, kGrandchildren = 4 };

int main(void) {
  int outer = 0;
  static int inner_sum[kSteps];
#pragma omp parallel
#pragma omp single
  for (int step = 0; step < kSteps; step++)
#pragma omp task depend(inout : outer) shared(outer, inner_sum) firstprivate(step)
  {
    CHECK_EQ(outer, step);
    if (step > 0) CHECK_EQ(inner_sum[step - 1], kChildren * (1 + kGrandchildren));
    int order = 0;
#pragma omp taskgroup
    {
      for (int c = 0; c < kChildren; c++)
#pragma omp task depend(inout : order) shared(order, inner_sum) firstprivate(c, step)
      {
        CHECK_EQ(order++, c);
#pragma omp atomic
        inner_sum[step]++;
        int leaf = 0;
        (void)leaf;  // gcc does not count depend as a use
        for (int g = 0; g < kGrandchildren; g++)
#pragma omp task depend(inout : leaf) shared(inner_sum) firstprivate(step)
        {
#pragma omp atomic
          inner_sum[step]++;
        }
      }
    }
    CHECK_EQ(order, kChildren);
    outer++;
  }
  CHECK_EQ(outer, kSteps);
  return check_finish();
}
