// SPDX-License-Identifier: Apache-2.0
//
// exit() from inside a task, with tasks queued behind it and threads waiting at a barrier.
//
// test: STATUS 9
#include <omp.h>

#include "check.h"

static void say_ok(void) { check_finish(); }

int main(void) {
  atexit(say_ok);
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < 50; i++)
#pragma omp task firstprivate(i)
    {
      spin_for(10);
      if (i == 25) exit(9);
    }
#pragma omp taskwait
  }
  return 1;
}
