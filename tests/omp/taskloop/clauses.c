// SPDX-License-Identifier: Apache-2.0
//
// taskloop clauses: private, firstprivate, lastprivate, shared, collapse, if(0), final, untied, priority, nogroup
// with a later taskwait, nested taskloops, taskloop simd; used by one thread and by all threads at once.
#include <omp.h>

#include "check.h"

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 10; round++) {
    int first = round, last = -1, own = 3, sum = 0;
    double last_real = 0;
#pragma omp taskloop firstprivate(first) lastprivate(last, last_real) private(own) shared(sum) num_tasks(7)
    for (int i = 0; i < 101; i++) {
      own = i;
      CHECK_EQ(first, round);
      last = own + first;
      last_real = i * 0.5;
#pragma omp atomic
      sum += own;
    }
    CHECK_EQ(sum, 5050);
    CHECK_EQ(last, 100 + round);
    CHECK(last_real == 50);
    CHECK_EQ(own, 3);

    int i_last = 0, j_last = 0;
    sum = 0;
#pragma omp taskloop collapse(2) lastprivate(i_last, j_last) shared(sum) grainsize(5)
    for (int i = 0; i < 9; i++)
      for (long j = 12; j > 0; j -= 3) {
        i_last = i;
        j_last = (int)j;
#pragma omp atomic
        sum += i * (int)j;
      }
    CHECK_EQ(i_last, 8);
    CHECK_EQ(j_last, 3);
    CHECK_EQ(sum, 36 * 30);

    sum = 0;
    const int thread = omp_get_thread_num();
#pragma omp taskloop if (0) shared(sum)
    for (int i = 0; i < 50; i++) {
      CHECK_EQ(omp_get_thread_num(), thread);
      sum += i;
    }
    CHECK_EQ(sum, 1225);

#pragma omp taskloop nogroup shared(sum) untied priority(2) num_tasks(4)
    for (int i = 0; i < 50; i++)
#pragma omp atomic
      sum += i;
#pragma omp taskloop nogroup shared(sum) final(1)
    for (int i = 0; i < 10; i++) {
      CHECK(omp_in_final());
#pragma omp atomic
      sum += i;
    }
#pragma omp taskwait
    CHECK_EQ(sum, 2495);

    sum = 0;
#pragma omp taskloop shared(sum) num_tasks(3)
    for (int i = 0; i < 6; i++) {
      int inner = 0;
#pragma omp taskloop shared(inner) grainsize(4)
      for (int j = 0; j < 20; j++)
#pragma omp atomic
        inner += j;
      CHECK_EQ(inner, 190);
#pragma omp atomic
      sum += inner;
    }
    CHECK_EQ(sum, 1140);

    float vector[256];
#pragma omp taskloop simd shared(vector) grainsize(32)
    for (int i = 0; i < 256; i++) vector[i] = (float)i * 2;
    for (int i = 0; i < 256; i++) CHECK(vector[i] == (float)i * 2);
  }

  int all = 0;
#pragma omp parallel
#pragma omp taskloop shared(all)
  for (int i = 0; i < 100; i++)
#pragma omp atomic
    all++;
  CHECK_EQ(all, 100 * omp_get_max_threads());
  return check_finish();
}
