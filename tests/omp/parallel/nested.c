// SPDX-License-Identifier: Apache-2.0
//
// Nested parallel regions that are active at three levels: level numbers, team sizes and ancestors at each level.
#include <omp.h>

#include "check.h"

enum { kOuter = 2, kMiddle = 3, kInner = 2 };

int main(void) {
  omp_set_max_active_levels(3);
  omp_set_dynamic(0);
  int visits[kOuter][kMiddle][kInner] = {{{0}}};
  for (int round = 0; round < 5; round++) {
#pragma omp parallel num_threads(kOuter)
    {
      const int outer = omp_get_thread_num();
      CHECK_EQ(omp_get_level(), 1);
#pragma omp parallel num_threads(kMiddle)
      {
        const int middle = omp_get_thread_num();
        CHECK_EQ(omp_get_level(), 2);
        CHECK_EQ(omp_get_num_threads(), kMiddle);
#pragma omp parallel num_threads(kInner)
        {
          const int inner = omp_get_thread_num();
          CHECK_EQ(omp_get_level(), 3);
          CHECK_EQ(omp_get_active_level(), 3);
          CHECK_EQ(omp_get_ancestor_thread_num(0), 0);
          CHECK_EQ(omp_get_ancestor_thread_num(1), outer);
          CHECK_EQ(omp_get_ancestor_thread_num(2), middle);
          CHECK_EQ(omp_get_ancestor_thread_num(3), inner);
          CHECK_EQ(omp_get_ancestor_thread_num(4), -1);
          CHECK_EQ(omp_get_ancestor_thread_num(-1), -1);
          CHECK_EQ(omp_get_team_size(0), 1);
          CHECK_EQ(omp_get_team_size(1), kOuter);
          CHECK_EQ(omp_get_team_size(2), kMiddle);
          CHECK_EQ(omp_get_team_size(3), kInner);
          CHECK_EQ(omp_get_team_size(4), -1);
          visits[outer][middle][inner]++;
        }
        CHECK_EQ(omp_get_level(), 2);
        CHECK_EQ(omp_get_thread_num(), middle);
      }
      CHECK_EQ(omp_get_level(), 1);
      CHECK_EQ(omp_get_thread_num(), outer);
    }
  }
  CHECK_EQ(omp_get_level(), 0);
  for (int i = 0; i < kOuter; i++)
    for (int j = 0; j < kMiddle; j++)
      for (int k = 0; k < kInner; k++) CHECK_EQ(visits[i][j][k], 5);
  return check_finish();
}
