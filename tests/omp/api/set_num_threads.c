// SPDX-License-Identifier: Apache-2.0
//
// omp_set_num_threads: takes effect at the next region, belongs to the data environment (a task or thread that sets
// it changes it for itself only), is overridden by the clause.
#include <omp.h>

#include "check.h"

static int measure(void) {
  int size = 0;
#pragma omp parallel
  {
#pragma omp single
    size = omp_get_num_threads();
  }
  return size;
}

int main(void) {
  omp_set_dynamic(0);
  CHECK_EQ(omp_get_dynamic(), 0);
  for (int round = 0; round < 10; round++)
    for (int n = 1; n <= 7; n += 2) {
      omp_set_num_threads(n);
      CHECK_EQ(omp_get_max_threads(), n);
      CHECK_EQ(measure(), n);
      int size = 0;
#pragma omp parallel num_threads(2)
      {
        CHECK_EQ(omp_get_max_threads(), n);
#pragma omp master
        size = omp_get_num_threads();
        omp_set_num_threads(n + 1 + omp_get_thread_num());
        CHECK_EQ(omp_get_max_threads(), n + 1 + omp_get_thread_num());
      }
      CHECK_EQ(size, 2);
      CHECK_EQ(omp_get_max_threads(), n);
    }
  omp_set_max_active_levels(2);
  omp_set_num_threads(2);
  int inner[2] = {0};
#pragma omp parallel
  {
    omp_set_num_threads(2 + omp_get_thread_num());
    inner[omp_get_thread_num()] = measure();
#pragma omp task
    {
      omp_set_num_threads(5);
      CHECK_EQ(omp_get_max_threads(), 5);
    }
#pragma omp taskwait
    CHECK_EQ(omp_get_max_threads(), 2 + omp_get_thread_num());
  }
  CHECK_EQ(inner[0], 2);
  CHECK_EQ(inner[1], 3);
  CHECK_EQ(omp_get_max_threads(), 2);
  omp_set_dynamic(1);
  CHECK_EQ(omp_get_dynamic(), 1);
  CHECK(measure() >= 1 && measure() <= 2);
  return check_finish();
}
