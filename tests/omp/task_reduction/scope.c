/* SPDX-License-Identifier: Apache-2.0
 *
 * scope with a reduction of tasks: the tasks of all threads contribute, and are done at its end.
 *
 * test: NOT_BUILT clang 'clang 19 does not take the task modifier on scope'
 */
#include <omp.h>

#include "check.h"

int main(void) {
  int sum = 5, n_threads = 0;
#pragma omp parallel
  {
#pragma omp single
    n_threads = omp_get_num_threads();
#pragma omp scope reduction(task, + : sum)
    {
      for (int i = 0; i < 10; i++) {
#pragma omp task in_reduction(+ : sum)
        sum += i;
      }
      sum += 100;
    }
    CHECK_EQ(sum, 5 + 145 * n_threads);
  }
  return check_finish();
}
