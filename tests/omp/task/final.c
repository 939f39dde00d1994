// SPDX-License-Identifier: Apache-2.0
//
// final: descendants of a final task are included tasks: they run at once, on the same thread, in program order;
// omp_in_final says so; a false expression changes nothing; final together with mergeable.
#include <omp.h>

#include "check.h"

static void descend(int depth, int* order, int thread, int* counter) {
  if (depth == 0) return;
  for (int i = 0; i < 2; i++) {
    const int before = ++*counter;
#pragma omp task firstprivate(before)
    {
      CHECK(omp_in_final());
      CHECK_EQ(omp_get_thread_num(), thread);
      CHECK_EQ(*counter, before);  // nothing ran in between
      descend(depth - 1, order, thread, counter);
    }
    CHECK(*counter >= before);
  }
}

int main(void) {
  CHECK(!omp_in_final());
  int ran = 0;
#pragma omp parallel
#pragma omp single
  for (int t = 0; t < 40; t++) {
    CHECK(!omp_in_final());
#pragma omp task final(t % 2 == 0) shared(ran) firstprivate(t)
    {
      CHECK_EQ(omp_in_final(), t % 2 == 0);
      if (t % 2 == 0) {
        int counter = 0, order = 0;
        descend(4, &order, omp_get_thread_num(), &counter);
        CHECK_EQ(counter, 30);
      } else {
#pragma omp task
        CHECK(!omp_in_final());
      }
#pragma omp atomic
      ran++;
    }
    int value = t;
#pragma omp task final(1) mergeable firstprivate(value)
    {
      const int seen = value;
#pragma omp task mergeable firstprivate(value)
      CHECK_EQ(value, seen);
    }
#pragma omp task if (0) mergeable shared(value)
    value++;
    CHECK_EQ(value, t + 1);
  }
  CHECK_EQ(ran, 40);
  return check_finish();
}
