/* SPDX-License-Identifier: Apache-2.0
 *
 * scope: executed by every thread, with private copies, reductions and a barrier at its end unless nowait.
 *
 * test: LEFT_OUT clang 'clang 19 knows scope but cannot compile it'
 */
#include <omp.h>

#include "check.h"

int main(void) {
  int n_threads = 0, sum = 10, before = 0;
#pragma omp parallel
  {
#pragma omp single
    n_threads = omp_get_num_threads();
    int mine = 3;
#pragma omp scope private(mine) reduction(+ : sum)
    {
      mine = omp_get_thread_num();
      sum += mine;
#pragma omp atomic
      before++;
    }
    CHECK_EQ(before, n_threads);
    CHECK_EQ(sum, 10 + n_threads * (n_threads - 1) / 2);
    CHECK_EQ(mine, 3);
#pragma omp barrier
#pragma omp scope nowait
    {
#pragma omp atomic
      before--;
    }
  }
  CHECK_EQ(before, 0);
  return check_finish();
}
