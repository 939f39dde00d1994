// SPDX-License-Identifier: Apache-2.0
//
// untied tasks, alone and with children, taskwait, taskyield and critical inside: each part runs once and in order.
#include <omp.h>

#include "check.h"

enum { kTasks = 60, kChildren = 8 };

int main(void) {
  static int stage[kTasks];
  int children = 0;
  const int tasks = TEST_SCALE(kTasks);
#pragma omp parallel
#pragma omp single
  for (int t = 0; t < tasks; t++)
#pragma omp task untied shared(stage, children) firstprivate(t)
  {
    CHECK_EQ(stage[t]++, 0);
#pragma omp taskyield
    CHECK_EQ(stage[t]++, 1);
    int mine = 0;
    for (int c = 0; c < kChildren; c++)
#pragma omp task untied shared(mine, children)
    {
      spin_for(30);
#pragma omp atomic
      mine++;
#pragma omp critical
      children++;
    }
#pragma omp taskwait
    CHECK_EQ(mine, kChildren);
    CHECK_EQ(stage[t]++, 2);
#pragma omp taskyield
    CHECK_EQ(stage[t]++, 3);
  }
  for (int t = 0; t < tasks; t++) CHECK_EQ(stage[t], 4);
  CHECK_EQ(children, tasks * kChildren);
  return check_finish();
}
