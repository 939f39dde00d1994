// SPDX-License-Identifier: Apache-2.0
//
// Threads without work use no processor: a second after the last region less than a hundredth of one, whether they
// sit in a team, are spare, or wait inside a region at a barrier for somebody who sleeps.
#include <omp.h>

#include "../process.h"
#include "check.h"

static double cpu_of_next_second(void) {
  const double before = cpu_seconds();
  sleep(1);
  return cpu_seconds() - before;
}

int main(void) {
  int n = 0;
#pragma omp parallel num_threads(8) reduction(+ : n)
  n++;
#pragma omp parallel num_threads(4) reduction(+ : n)
  n++;
  sleep(1);
  CHECK(cpu_of_next_second() < 0.01);
  double waiting = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  {
    sleep(1);
    waiting = cpu_of_next_second();
  }
  CHECK(waiting < 0.01);
  CHECK_EQ(n, 12);
  return check_finish();
}
