// SPDX-License-Identifier: Apache-2.0
//
// Ordinary thread-local variables (of C, not of OpenMP) and errno keep their values on a thread across regions, tasks
// and waits of the runtime.
#include <errno.h>
#include <omp.h>

#include "check.h"

static _Thread_local int mine;

int main(void) {
  omp_set_dynamic(0);
#pragma omp parallel
  mine = omp_get_thread_num() + 1;
  int done = 0;
  for (int round = 0; round < 20; round++) {
#pragma omp parallel
    {
      CHECK_EQ(mine, omp_get_thread_num() + 1);
      errno = 1000 + omp_get_thread_num();
      for (int i = 0; i < 10; i++)
#pragma omp task shared(done)
      {
#pragma omp atomic
        done++;
      }
#pragma omp taskwait
#pragma omp barrier
      CHECK_EQ(errno, 1000 + omp_get_thread_num());
      CHECK_EQ(mine, omp_get_thread_num() + 1);
    }
  }
  CHECK_EQ(done, 200 * omp_get_max_threads());
  return check_finish();
}
