// SPDX-License-Identifier: Apache-2.0
//
// schedule(dynamic[, chunk]): every iteration once, a chunk on one thread; monotonic: numbers only grow on a thread.
//
// test: QUICK
#include "omp/for/loops.h"

int main(void) {
  const int lengths[] = {0, 1, 5, 64, 1000, 1999};
  for (unsigned k = 0; k < sizeof lengths / sizeof lengths[0]; k++) {
    const int n = lengths[k];
    loop_reset();
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < n; i++) loop_visit(i);
    loop_expect_each_once(n);
    for (int chunk = 1; chunk <= 100; chunk = chunk * 4 + 1) {
      loop_reset();
#pragma omp parallel for schedule(dynamic, chunk)
      for (int i = 0; i < n; i++) loop_visit(i);
      loop_expect_each_once(n);
      loop_expect_chunks(n, chunk);
      loop_reset();
#pragma omp parallel
      {
        int last = -1;
#pragma omp for schedule(monotonic : dynamic, chunk)
        for (int i = 0; i < n; i++) {
          CHECK(i > last);
          last = i;
          loop_visit(i);
        }
      }
      loop_expect_each_once(n);
      loop_expect_chunks(n, chunk);
      loop_reset();
#pragma omp parallel for schedule(nonmonotonic : dynamic, chunk)
      for (int i = 0; i < n; i++) loop_visit(i);
      loop_expect_each_once(n);
      loop_expect_chunks(n, chunk);
    }
  }
  return check_finish();
}
