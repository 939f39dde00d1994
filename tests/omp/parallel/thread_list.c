// SPDX-License-Identifier: Apache-2.0
//
// OMP_NUM_THREADS=3,2: the outer team has three threads, the teams inside have two each, deeper ones two.
//
// test: THREADS env ENV OMP_NUM_THREADS=3,2
#include <omp.h>

#include "check.h"

int main(void) {
  omp_set_max_active_levels(3);
  CHECK_EQ(omp_get_max_threads(), 3);
  int leaves = 0;
#pragma omp parallel
  {
    CHECK_EQ(omp_get_num_threads(), 3);
    CHECK_EQ(omp_get_max_threads(), 2);
#pragma omp parallel
    {
      CHECK_EQ(omp_get_num_threads(), 2);
#pragma omp parallel
      {
        CHECK_EQ(omp_get_num_threads(), 2);
#pragma omp atomic
        leaves++;
      }
    }
  }
  CHECK_EQ(leaves, 12);
  return check_finish();
}
