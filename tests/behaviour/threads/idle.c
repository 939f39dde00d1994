// SPDX-License-Identifier: Apache-2.0
//
// Threads without work use no processor: soon after the last region less than a hundredth of one, whether they sit in
// a team, are spare, or wait inside a region at a barrier for somebody who sleeps. Soon is the second after it, or a
// later one where others use the processors that they need to fall asleep.
//
// test: THREADS 4 NOT_SANITIZED 'the sanitizers have threads of their own'
#include <omp.h>

#include "../process.h"
#include "check.h"

enum { kSeconds = 20 };

static int fall_asleep(void) {
  for (int second = 0; second < kSeconds; second++) {
    sleep(1);
    const double before = cpu_seconds();
    sleep(1);
    if (cpu_seconds() - before < 0.01) return 1;
  }
  return 0;
}

int main(void) {
  int n = 0;
#pragma omp parallel num_threads(8) reduction(+ : n)
  n++;
#pragma omp parallel num_threads(4) reduction(+ : n)
  n++;
  CHECK(fall_asleep());
#pragma omp parallel num_threads(4)
#pragma omp single
  CHECK(fall_asleep());
  CHECK_EQ(n, 12);
  return check_finish();
}
