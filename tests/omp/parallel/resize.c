// SPDX-License-Identifier: Apache-2.0
//
// Many consecutive regions of changing sizes, up and down, with a barrier in each: no thread is lost or counted
// twice, and memory written in one region is seen in the next by another team.
#include <omp.h>
#include <string.h>

#include "check.h"

enum { kRegions = 600, kMaxThreads = 9 };

int main(void) {
  omp_set_dynamic(0);
  static int cell[kMaxThreads];
  const int regions = TEST_SCALE(kRegions);
  for (int region = 0; region < regions; region++) {
    const int n = 1 + (region * 7 + region / 3) % kMaxThreads;
    int sum = 0;
#pragma omp parallel num_threads(n)
    {
      const int me = omp_get_thread_num();
      cell[me] = region + me;
#pragma omp barrier
      CHECK_EQ(cell[(me + 1) % n], region + (me + 1) % n);
#pragma omp atomic
      sum += me;
    }
    CHECK_EQ(sum, n * (n - 1) / 2);
  }
  return check_finish();
}
