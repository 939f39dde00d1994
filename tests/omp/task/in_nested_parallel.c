// SPDX-License-Identifier: Apache-2.0
//
// Tasks in nested parallel regions: each inner team finishes its own tasks at its own end; single nowait in the outer
// team lets outer tasks run beside them.
#include <omp.h>

#include "check.h"

int main(void) {
  omp_set_max_active_levels(2);
  int outer_tasks = 0;
#pragma omp parallel num_threads(2)
  for (int round = 0; round < 10; round++) {
#pragma omp single nowait
    for (int i = 0; i < 20; i++)
#pragma omp task shared(outer_tasks)
    {
#pragma omp atomic
      outer_tasks++;
    }
    int inner_tasks = 0;
#pragma omp parallel num_threads(2) shared(inner_tasks)
    {
      for (int i = 0; i < 15; i++)
#pragma omp task shared(inner_tasks)
      {
#pragma omp atomic
        inner_tasks++;
      }
    }
    CHECK_EQ(inner_tasks, 30);
  }
  CHECK_EQ(outer_tasks, 200);
  return check_finish();
}
