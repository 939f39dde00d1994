// SPDX-License-Identifier: Apache-2.0
//
// One thread creates ten million tasks, some of which are slow, with and without dependences: a few megabytes are
// enough, for it helps when it is far ahead.
//
// test: THREADS 2 NOT_SANITIZED 'the sanitizers keep freed memory'
#include <omp.h>

#include "../process.h"
#include "check.h"

int main(void) {
  const int n = TEST_SCALE(10000000);
  long done = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp barrier
#pragma omp single
    {
      const long before_kib = resident_kib();
      for (int i = 0; i < n; i++) {
#pragma omp task firstprivate(i) shared(done)
        {
          if (i % 1000 == 0) {
            spin_for(20000);
#pragma omp atomic
            done++;
          }
        }
      }
#pragma omp taskwait
      CHECK(resident_kib() - before_kib < 64 * 1024);
    }
  }
  CHECK_EQ(done, (n + 999) / 1000);
  return check_finish();
}
