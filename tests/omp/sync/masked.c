// SPDX-License-Identifier: Apache-2.0
//
// master and masked: only the named thread runs the block, and nobody waits.
#include <omp.h>

#include "check.h"

int main(void) {
  int primary = 0, filtered = 0, old_spelling = 0;
  const int threads = omp_get_max_threads();
#pragma omp parallel
  for (int round = 0; round < 100; round++) {
#pragma omp masked
    {
      CHECK_EQ(omp_get_thread_num(), 0);
      primary++;
    }
#pragma omp masked filter(round % threads)
    {
      CHECK_EQ(omp_get_thread_num(), round % threads);
#pragma omp atomic
      filtered++;
    }
#pragma omp masked filter(threads + 3)
    CHECK(0 && "no thread has this number");
#pragma omp master
    {
      CHECK_EQ(omp_get_thread_num(), 0);
      old_spelling++;
    }
  }
  CHECK_EQ(primary, 100);
  CHECK_EQ(filtered, 100);
  CHECK_EQ(old_spelling, 100);
  return check_finish();
}
