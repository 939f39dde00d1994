// SPDX-License-Identifier: Apache-2.0
//
// ordered: the ordered parts of a loop run in iteration order under every schedule, also when some iterations skip
// their ordered part, with a negative stride, and collapsed.
#include <omp.h>

#include "check.h"

enum { kIterations = 120 };

static int log_[kIterations + 1];
static int logged;

static void append(int value) { log_[logged++] = value; }

static void expect_log(int n) {
  CHECK_EQ(logged, n);
  for (int i = 0; i < logged; i++) CHECK_EQ(log_[i], i);
  logged = 0;
}

int main(void) {
#pragma omp parallel for ordered schedule(static)
  for (int i = 0; i < kIterations; i++) {
    spin_for(10);
#pragma omp ordered
    append(i);
  }
  expect_log(kIterations);
#pragma omp parallel for ordered schedule(static, 3)
  for (int i = 0; i < kIterations; i++) {
#pragma omp ordered
    append(i);
  }
  expect_log(kIterations);
#pragma omp parallel for ordered schedule(dynamic)
  for (int i = 0; i < kIterations; i++) {
    spin_for(i % 7 * 10);
#pragma omp ordered
    append(i);
  }
  expect_log(kIterations);
#pragma omp parallel for ordered schedule(dynamic, 4)
  for (int i = 0; i < 2 * kIterations; i++) {
    if (i % 2) continue;
#pragma omp ordered
    append(i / 2);
  }
  expect_log(kIterations);
#pragma omp parallel for ordered schedule(guided)
  for (int i = kIterations - 1; i >= 0; i--) {
#pragma omp ordered
    append(kIterations - 1 - i);
  }
  expect_log(kIterations);
#pragma omp parallel for ordered schedule(runtime) collapse(2)
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 12; j++) {
#pragma omp ordered
      append(i * 12 + j);
    }
  expect_log(kIterations);
#pragma omp parallel
  for (int repeat = 0; repeat < 10; repeat++) {
#pragma omp for ordered schedule(dynamic)
    for (int i = 0; i < 20; i++) {
#pragma omp ordered
      append(i);
    }
#pragma omp single
    expect_log(20);
  }
#pragma omp parallel for ordered schedule(dynamic, 2)
  for (unsigned long long i = 0; i < kIterations; i++) {
#pragma omp ordered
    append((int)i);
  }
  expect_log(kIterations);
  return check_finish();
}
