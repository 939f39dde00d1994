// SPDX-License-Identifier: Apache-2.0
//
// private, firstprivate, lastprivate and nowait on loops; several loops in flight after nowait; loops in a
// serial region and in a team of one.
#include "omp/for/loops.h"

enum { kLoops = 40, kLength = 50 };

int main(void) {
  int last = -1, first = 100, own = 5;
  double last_real = 0;
  int last_array[3] = {0, 0, 0};
#pragma omp parallel for schedule(monotonic : dynamic, 3) private(own) firstprivate(first) \
    lastprivate(last, last_real, last_array)
  for (int i = 0; i < 101; i++) {
    own = i;
    CHECK_EQ(first, 100);
    last = own * 2;
    last_real = i / 4.0;
    last_array[2] = i;
  }
  CHECK_EQ(last, 200);
  CHECK(last_real == 25.0);
  CHECK_EQ(last_array[2], 100);
  CHECK_EQ(own, 5);

  int both = 11;
#pragma omp parallel for firstprivate(both) lastprivate(both) schedule(static, 1)
  for (int i = 0; i < 64; i++) both = i + 1000;
  CHECK_EQ(both, 1063);

  static int count[kLoops];
#pragma omp parallel
  for (int loop = 0; loop < kLoops; loop++) {
    if (loop % 3 == 0) {
#pragma omp for schedule(dynamic, 2) nowait
      for (int i = 0; i < kLength; i++)
#pragma omp atomic
        count[loop]++;
    } else if (loop % 3 == 1) {
#pragma omp for schedule(guided) nowait
      for (int i = 0; i < kLength; i++)
#pragma omp atomic
        count[loop]++;
    } else {
#pragma omp for schedule(static) nowait
      for (int i = 0; i < kLength; i++)
#pragma omp atomic
        count[loop]++;
    }
  }
  for (int loop = 0; loop < kLoops; loop++) CHECK_EQ(count[loop], kLength);

  loop_reset();
#pragma omp for schedule(dynamic)
  for (int i = 0; i < 30; i++) loop_visit(i);
  loop_expect_each_once(30);
  loop_reset();
#pragma omp parallel num_threads(1)
  {
#pragma omp for schedule(guided)
    for (int i = 0; i < 30; i++) loop_visit(i);
  }
  loop_expect_each_once(30);

  float sum = 0;
#pragma omp parallel for simd reduction(+ : sum) schedule(static, 16)
  for (int i = 0; i < 1000; i++) sum += (float)(i % 10);
  CHECK(sum == 4500);
  return check_finish();
}
