// SPDX-License-Identifier: Apache-2.0
//
// Without OMP_CANCELLATION=true the cancel constructs do nothing.
#include <omp.h>

#include "check.h"

int main(void) {
  CHECK_EQ(omp_get_cancellation(), 0);
  int loop = 0, tasks = 0, members = 0;
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < 100; i++) {
#pragma omp cancel for
#pragma omp atomic
      loop++;
    }
#pragma omp single
    {
#pragma omp taskgroup
      for (int i = 0; i < 100; i++)
#pragma omp task shared(tasks)
      {
#pragma omp cancel taskgroup
#pragma omp atomic
        tasks++;
      }
    }
#pragma omp cancel parallel
#pragma omp atomic
    members++;
  }
  CHECK_EQ(loop, 100);
  CHECK_EQ(tasks, 100);
  CHECK_EQ(members, omp_get_max_threads());
  return check_finish();
}
