/* SPDX-License-Identifier: Apache-2.0
 *
 * The thread that executes a target region is an initial thread: outside every parallel region, with limits of its own.
 *
 * test: LEFT_OUT clang "clang's host code for a target region is a plain call"
 */
#include <omp.h>

#include "check.h"

static void look(int threads_before) {
  int level = -1, active = -1, n_threads = -1, ancestor = 0, limited = 0, inner_level = -1;
#pragma omp target map(from : level, active, n_threads, ancestor, inner_level)
  {
    level = omp_get_level();
    active = omp_in_parallel();
    n_threads = omp_get_num_threads();
    ancestor = omp_get_ancestor_thread_num(1);
#pragma omp parallel num_threads(2)
#pragma omp single
    inner_level = omp_get_level();
    omp_set_num_threads(2); /* of the region's own data environment */
  }
  CHECK_EQ(level, 0);
  CHECK_EQ(active, 0);
  CHECK_EQ(n_threads, 1);
  CHECK_EQ(ancestor, -1);
  CHECK_EQ(inner_level, 1);
#pragma omp target thread_limit(2) map(from : limited)
#pragma omp parallel num_threads(8)
#pragma omp single
  limited = omp_get_num_threads() <= 2 && omp_get_thread_limit() == 2;
  CHECK_EQ(limited, 1);
  CHECK_EQ(omp_get_max_threads(), threads_before);
}

int main(void) {
  int limit = omp_get_thread_limit();
  look(omp_get_max_threads());
#pragma omp parallel
  {
    int before = omp_get_max_threads();
    look(before);
  }
  CHECK_EQ(omp_get_thread_limit(), limit);
  return check_finish();
}
