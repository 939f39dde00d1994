// SPDX-License-Identifier: Apache-2.0
//
// One half of the mixed program: works inside a team and a task that code of the other compiler made.
#include "omp/mixed/mixed.h"

#include <omp.h>

struct other_half other_half_join(int* loop_total, int* singles) {
  struct other_half result = {omp_get_num_threads(), 0};
  int mine = 0;
#pragma omp for schedule(dynamic, 3)
  for (int i = 0; i < 100; i++) mine++;
#pragma omp atomic
  *loop_total += mine;
#pragma omp single
  ++*singles;
#pragma omp critical(of_both_halves)
  ++*singles;
  result.loop_iterations = mine;
  return result;
}

void other_half_create_tasks(int n, int* sum, unsigned* link) {
  for (int i = 0; i < n; i++) {
#pragma omp task firstprivate(sum)
    {
#pragma omp atomic
      ++*sum;
    }
#pragma omp task depend(inout : *link) firstprivate(link)
    *link = *link * 3 + 1;
  }
}
