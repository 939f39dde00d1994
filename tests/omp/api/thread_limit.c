// SPDX-License-Identifier: Apache-2.0
//
// OMP_THREAD_LIMIT=3: regions that ask for more threads get what the limit leaves, at every level. The outer region
// takes two of the three threads, so that the two inner ones have one more between them, whichever comes first.
//
// test: ENV OMP_THREAD_LIMIT=3 THREADS 1 2 4
#include <omp.h>

#include "check.h"

int main(void) {
  CHECK_EQ(omp_get_thread_limit(), 3);
  omp_set_max_active_levels(2);
  for (int round = 0; round < 20; round++) {
    int members = 0;
#pragma omp parallel num_threads(8) reduction(+ : members)
    {
      CHECK(omp_get_num_threads() <= 3);
      members++;
    }
    CHECK_EQ(members, 3);
    int now = 0, most = 0, outer = 0;
#pragma omp parallel num_threads(2) shared(now, most, outer)
    {
#pragma omp atomic
      outer++;
      // Both are here before either asks for more.
#pragma omp barrier
#pragma omp parallel num_threads(4) shared(now, most)
      {
        int seen;
#pragma omp atomic capture
        seen = ++now;
#pragma omp critical
        if (seen > most) most = seen;
        spin_for(1000);
#pragma omp atomic
        now--;
      }
    }
    CHECK_EQ(outer, 2);
    CHECK(most >= 1 && most <= 3);
  }
  return check_finish();
}
