// SPDX-License-Identifier: Apache-2.0
//
// parallel: every thread of the team runs the block once, numbers are dense, data-sharing clauses mean what they say.
//
// test: QUICK
#include <omp.h>
#include <string.h>

#include "check.h"

enum { kMaxThreads = 64, kRegions = 200 };

int main(void) {
  const int expected = omp_get_max_threads();
  for (int region = 0; region < TEST_SCALE(kRegions); region++) {
    int visits[kMaxThreads];
    memset(visits, 0, sizeof visits);
    int shared_sum = 0;
    int first = region;
    int own = -1;
    int size = 0;
#pragma omp parallel default(none) shared(visits, shared_sum, size, expected, check_failures) private(own) \
    firstprivate(first, region)
    {
      own = omp_get_thread_num();
      CHECK_EQ(first, region);
      first += own;  // a private copy: nobody else sees it
      CHECK_EQ(omp_get_num_threads(), expected);
      CHECK(omp_in_parallel() == (expected > 1));
      visits[own]++;
#pragma omp atomic
      shared_sum += own + 1;
      if (own == 0) size = omp_get_num_threads();
      CHECK_EQ(first, region + own);
    }
    CHECK_EQ(own, -1);
    CHECK_EQ(first, region);
    CHECK_EQ(size, expected);
    CHECK_EQ(shared_sum, size * (size + 1) / 2);
    for (int i = 0; i < size; i++) CHECK_EQ(visits[i], 1);
    CHECK(!omp_in_parallel());
    CHECK_EQ(omp_get_num_threads(), 1);
  }
  return check_finish();
}
