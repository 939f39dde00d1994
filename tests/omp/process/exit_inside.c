// SPDX-License-Identifier: Apache-2.0
//
// exit() from inside a parallel region while other threads are busy, asleep or in tasks: the process ends at once
// with the given status, and atexit handlers run once.
//
// test: STATUS 7
#include <omp.h>
#include <unistd.h>

#include "check.h"

static void say_ok(void) { check_finish(); }

int main(void) {
  atexit(say_ok);
  for (int round = 0; round < 5; round++) {
    int sum = 0;
#pragma omp parallel reduction(+ : sum)
    sum++;
    CHECK_EQ(sum, omp_get_max_threads());
  }
#pragma omp parallel
  {
#pragma omp barrier
#pragma omp master
    exit(7);
#pragma omp barrier
  }
  CHECK(0 && "exit does not return");
  return 1;
}
