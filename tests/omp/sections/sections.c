// SPDX-License-Identifier: Apache-2.0
//
// sections: each section once, the barrier at the end, nowait, lastprivate and firstprivate, more and fewer sections
// than threads, the combined construct, and many in a row.
#include <omp.h>

#include "check.h"

int main(void) {
  const int threads = omp_get_max_threads();
  int runs[5] = {0}, nowait_runs = 0;
#pragma omp parallel
  for (int round = 1; round <= 100; round++) {
#pragma omp sections
    {
#pragma omp section
      runs[0]++;
#pragma omp section
      {
        spin_for(50);
        runs[1]++;
      }
#pragma omp section
      runs[2]++;
#pragma omp section
      runs[3]++;
#pragma omp section
      runs[4]++;
    }
    for (int i = 0; i < 5; i++) CHECK_EQ(runs[i], round);
#pragma omp barrier
#pragma omp sections nowait
    {
#pragma omp section
      {
#pragma omp atomic
        nowait_runs++;
      }
#pragma omp section
      {
#pragma omp atomic
        nowait_runs += 10;
      }
    }
  }
  CHECK_EQ(nowait_runs, 1100);

  int last = 0, first = 50;
#pragma omp parallel sections lastprivate(last) firstprivate(first) num_threads(threads)
  {
#pragma omp section
    {
      CHECK_EQ(first, 50);
      last = 1;
    }
#pragma omp section
    last = first + 2;
#pragma omp section
    last = first * 2;
  }
  CHECK_EQ(last, 100);

  int sum = 0;
#pragma omp parallel sections reduction(+ : sum)
  {
    sum += 1;
#pragma omp section
    sum += 20;
#pragma omp section
    sum += 300;
#pragma omp section
    sum += 4000;
  }
  CHECK_EQ(sum, 4321);

  int orphan = 0;
#pragma omp sections
  {
#pragma omp section
    orphan += 1;
#pragma omp section
    orphan += 2;
  }
  CHECK_EQ(orphan, 3);
  return check_finish();
}
