// SPDX-License-Identifier: Apache-2.0
//
// Nested regions beyond max-active-levels have a team of one thread, count as a level, and leave the outer team
// alone.
#include <omp.h>

#include "check.h"

int main(void) {
  omp_set_max_active_levels(1);
  CHECK_EQ(omp_get_max_active_levels(), 1);
  const int threads = omp_get_max_threads();
  int inner_runs = 0;
#pragma omp parallel
  {
    const int outer = omp_get_thread_num();
    int sum = 0;
#pragma omp parallel num_threads(4)
    {
      CHECK_EQ(omp_get_num_threads(), threads > 1 ? 1 : 4);
      CHECK_EQ(omp_get_level(), 2);
      CHECK_EQ(omp_get_active_level(), 1);
      CHECK_EQ(omp_get_ancestor_thread_num(1), outer);
#pragma omp for reduction(+ : sum)
      for (int i = 0; i < 100; i++) sum += i;
      CHECK_EQ(sum, 4950);
#pragma omp single
      {
#pragma omp atomic
        inner_runs++;
      }
    }
    CHECK_EQ(omp_get_num_threads(), threads);
    CHECK_EQ(omp_get_thread_num(), outer);
#pragma omp barrier
  }
  CHECK_EQ(inner_runs, threads);
  return check_finish();
}
