// SPDX-License-Identifier: Apache-2.0
//
// task: each runs once, in any kind of region, with private, firstprivate and shared variables of the usual types;
// taskwait waits for the children.
//
// test: QUICK
#include <omp.h>

#include "check.h"

enum { kTasks = 500 };

struct payload {
  char text[24];
  double real;
  int number;
};

int main(void) {
  static int visits[kTasks];
  int sum = 0;
#pragma omp parallel
  {
#pragma omp single
    {
      for (int i = 0; i < kTasks; i++) {
        struct payload payload = {"payload", i * 0.5, i};
        char small = (char)(i % 100);
        long long wide = (1LL << 40) + i;
        int own = 77;
#pragma omp task firstprivate(payload, small, wide) private(own) shared(sum, visits)
        {
          own = payload.number;
          CHECK(payload.real == own * 0.5);
          CHECK_EQ(payload.text[6], 'd');
          CHECK_EQ(small, own % 100);
          CHECK_EQ(wide, (1LL << 40) + own);
          visits[own]++;
          payload.number = small = -1;
          wide = 0;
#pragma omp atomic
          sum += own;
        }
        CHECK_EQ(own, 77);
        CHECK_EQ(payload.number, i);
      }
#pragma omp taskwait
      CHECK_EQ(sum, kTasks * (kTasks - 1) / 2);
    }
  }
  for (int i = 0; i < kTasks; i++) CHECK_EQ(visits[i], 1);

  // Created by every thread, waited for by the barrier at the end of the region.
  int created_by_all = 0;
#pragma omp parallel
  for (int i = 0; i < 50; i++)
#pragma omp task
#pragma omp atomic
    created_by_all++;
  CHECK_EQ(created_by_all, 50 * omp_get_max_threads());

  // Created inside a worksharing loop.
  int from_loop = 0;
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < 100; i++) {
#pragma omp task shared(from_loop)
    {
#pragma omp atomic
      from_loop += i;
    }
  }
  CHECK_EQ(from_loop, 4950);
  return check_finish();
}
