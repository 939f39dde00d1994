// SPDX-License-Identifier: Apache-2.0
//
// Task scheduling constraint: while a tied task is suspended at a taskwait, its thread may start a new tied task only
// if that is a descendant. A thread-private variable that is set before the wait is therefore unchanged after it,
// unless a descendant changed it; here only non-descendants do.
#include <omp.h>

#include "check.h"

static int current;
#pragma omp threadprivate(current)

enum { kTasks = 200 };

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int i = 1; i <= kTasks; i++)
#pragma omp task firstprivate(i)
  {
    current = i;
    int part = 0;
#pragma omp task shared(part)
    {
      spin_for(50);
      part = 1;
    }
#pragma omp taskwait
    CHECK_EQ(part, 1);
    CHECK_EQ(current, i);
  }
  return check_finish();
}
