// SPDX-License-Identifier: Apache-2.0
//
// Teams of changing sizes, each with tasks that are still queued when the region's end is reached by the others.
#include <omp.h>

#include "check.h"

enum { kRegions = 120, kTasks = 40 };

int main(void) {
  omp_set_dynamic(0);
  const int regions = TEST_SCALE(kRegions);
  for (int region = 0; region < regions; region++) {
    const int n = 1 + region * 5 % 8;
    int done = 0;
#pragma omp parallel num_threads(n)
    {
      for (int i = 0; i < kTasks; i++)
#pragma omp task shared(done)
      {
        spin_for(20);
#pragma omp atomic
        done++;
      }
    }
    CHECK_EQ(done, n * kTasks);
  }
  return check_finish();
}
