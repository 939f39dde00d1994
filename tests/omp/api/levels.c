// SPDX-License-Identifier: Apache-2.0
//
// Level queries in mixtures of active and inactive regions, and the old nested interface beside max-active-levels.
#include <omp.h>

#include "check.h"

int main(void) {
  omp_set_dynamic(0);
  omp_set_max_active_levels(8);
  CHECK_EQ(omp_get_max_active_levels(), 8);
#pragma omp parallel num_threads(2)
  {
    CHECK_EQ(omp_get_active_level(), 1);
#pragma omp parallel num_threads(1)
    {
      CHECK_EQ(omp_get_level(), 2);
      CHECK_EQ(omp_get_active_level(), 1);
#pragma omp parallel num_threads(2)
      {
        CHECK_EQ(omp_get_level(), 3);
        CHECK_EQ(omp_get_active_level(), 2);
        CHECK_EQ(omp_get_team_size(2), 1);
        CHECK_EQ(omp_get_team_size(3), 2);
#pragma omp parallel if (0)
        {
          CHECK_EQ(omp_get_level(), 4);
          CHECK_EQ(omp_get_active_level(), 2);
          CHECK_EQ(omp_get_thread_num(), 0);
          CHECK_EQ(omp_get_ancestor_thread_num(4), 0);
        }
      }
    }
  }
  omp_set_max_active_levels(1);
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
  {
    CHECK_EQ(omp_get_num_threads(), 1);
    CHECK_EQ(omp_get_level(), 2);
    CHECK_EQ(omp_get_active_level(), 1);
  }
  omp_set_max_active_levels(0);
#pragma omp parallel num_threads(4)
  {
    CHECK_EQ(omp_get_num_threads(), 1);
    CHECK_EQ(omp_get_level(), 1);
    CHECK_EQ(omp_get_active_level(), 0);
  }
  return check_finish();
}
