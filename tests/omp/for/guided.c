// SPDX-License-Identifier: Apache-2.0
//
// schedule(guided[, chunk]): every iteration once; no run of a thread shorter than the chunk, but for the last one.
#include "omp/for/loops.h"

int main(void) {
  const int lengths[] = {0, 1, 5, 64, 1000, 1999};
  for (unsigned k = 0; k < sizeof lengths / sizeof lengths[0]; k++) {
    const int n = lengths[k];
    loop_reset();
#pragma omp parallel for schedule(guided)
    for (int i = 0; i < n; i++) loop_visit(i);
    loop_expect_each_once(n);
    for (int chunk = 1; chunk <= 100; chunk = chunk * 4 + 1) {
      loop_reset();
#pragma omp parallel for schedule(guided, chunk)
      for (int i = 0; i < n; i++) loop_visit(i);
      loop_expect_each_once(n);
      for (int start = 0, i = 1; i <= n; i++)
        if (i == n || owner_of[i] != owner_of[start]) {
          CHECK(i == n || i - start >= chunk);
          start = i;
        }
      loop_reset();
#pragma omp parallel
      {
        int last = -1;
#pragma omp for schedule(monotonic : guided, chunk)
        for (int i = 0; i < n; i++) {
          CHECK(i > last);
          last = i;
          loop_visit(i);
        }
#pragma omp for schedule(nonmonotonic : guided, chunk)
        for (int i = 0; i < n; i++) loop_visit(i);
      }
      for (int i = 0; i < n; i++) CHECK_EQ(visits_of[i], 2);
    }
  }
  return check_finish();
}
