// SPDX-License-Identifier: Apache-2.0
//
// Tasks outside every parallel region: the initial thread is a team of one. With dependences, taskgroup, taskloop and
// if(0), before the first region and after the last one.
#include <omp.h>

#include "check.h"

static void outside(int round) {
  int sum = 0, order = 0;
#pragma omp task shared(sum)
  sum++;
#pragma omp taskwait
  CHECK_EQ(sum, 1);
  for (int i = 0; i < 20; i++) {
#pragma omp task depend(inout : order) shared(order) firstprivate(i)
    CHECK_EQ(order++, i);
  }
#pragma omp taskwait
  CHECK_EQ(order, 20);
#pragma omp taskgroup
  {
#pragma omp task shared(sum)
    {
#pragma omp task shared(sum)
      sum += 10;
    }
  }
  CHECK_EQ(sum, 11);
#pragma omp taskloop shared(sum) grainsize(3)
  for (int i = 0; i < 10; i++) sum += i;
  CHECK_EQ(sum, 56);
#pragma omp task if (0) shared(sum)
  sum = round;
  CHECK_EQ(sum, round);
#pragma omp taskyield
}

int main(void) {
  outside(1);
  int members = 0;
#pragma omp parallel reduction(+ : members)
  members++;
  CHECK_EQ(members, omp_get_max_threads());
  outside(2);
  return check_finish();
}
