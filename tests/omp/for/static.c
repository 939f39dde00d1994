// SPDX-License-Identifier: Apache-2.0
//
// schedule(static) and schedule(static, chunk): the assignment is fixed by the standard, and two loops of equal
// length give each iteration to the same thread.
//
// test: QUICK
#include "omp/for/loops.h"

int main(void) {
  const int threads = omp_get_max_threads();
  const int lengths[] = {0, 1, 2, 3, 7, 8, 9, 64, 100, 1000, 1999};
  for (unsigned k = 0; k < sizeof lengths / sizeof lengths[0]; k++) {
    const int n = lengths[k];
    loop_reset();
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++) loop_visit(i);
    loop_expect_each_once(n);
    loop_expect_blocks(n, threads);

    int first[kMaxIterations];
    memcpy(first, owner_of, sizeof first);
    loop_reset();
#pragma omp parallel
    {
#pragma omp for schedule(static) nowait
      for (int i = 100; i < 100 + n; i++) loop_visit(i - 100);
    }
    CHECK(memcmp(first, owner_of, sizeof first) == 0);

    for (int chunk = 1; chunk <= 70; chunk = chunk * 3 + 1) {
      loop_reset();
#pragma omp parallel for schedule(static, chunk)
      for (int i = 0; i < n; i++) loop_visit(i);
      loop_expect_each_once(n);
      loop_expect_round_robin(n, chunk, threads);
    }
  }
  // The default schedule without a clause.
  loop_reset();
#pragma omp parallel for
  for (int i = 0; i < 1500; i++) loop_visit(i);
  loop_expect_each_once(1500);
  return check_finish();
}
