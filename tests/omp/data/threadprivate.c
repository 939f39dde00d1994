// SPDX-License-Identifier: Apache-2.0
//
// threadprivate: one copy a thread that persists between regions of equal size; copyin sends the primary thread's
// value (scalars, arrays, structs); the primary thread's copy is the variable of the serial part.
#include <omp.h>

#include "check.h"

static int counter = 5;
static struct {
  double a;
  int b[10];
} record = {1.5, {0}};
static int array[4] = {1, 2, 3, 4};
#pragma omp threadprivate(counter, record, array)

int main(void) {
  omp_set_dynamic(0);
  const int threads = omp_get_max_threads();
#pragma omp parallel
  {
    CHECK_EQ(counter, 5);
    CHECK(record.a == 1.5);
    CHECK_EQ(array[3], 4);
    counter = 100 + omp_get_thread_num();
    record.b[9] = omp_get_thread_num();
  }
  CHECK_EQ(counter, 100);
  for (int round = 0; round < 20; round++) {
#pragma omp parallel
    {
      CHECK_EQ(counter, 100 + omp_get_thread_num() + round);
      CHECK_EQ(record.b[9], omp_get_thread_num());
      counter++;
    }
  }
  CHECK_EQ(counter, 120);
  for (int round = 0; round < 20; round++) {
    counter = -round;
    record.a = round;
    array[2] = round * 2;
    int members = 0;
#pragma omp parallel copyin(counter, record, array) reduction(+ : members)
    {
      CHECK_EQ(counter, -round);
      CHECK(record.a == round);
      CHECK_EQ(array[2], round * 2);
      counter += 1000;
      members++;
    }
    CHECK_EQ(members, threads);
    CHECK_EQ(counter, 1000 - round);
  }
  int addresses_equal = 0;
  int* const mine = &counter;
#pragma omp parallel reduction(+ : addresses_equal)
  addresses_equal += &counter == mine;
  CHECK_EQ(addresses_equal, 1);
  int seen = 0;
#pragma omp parallel
  {
#pragma omp single copyprivate(counter)
    counter = 77;
    CHECK_EQ(counter, 77);
#pragma omp atomic
    seen++;
  }
  CHECK_EQ(seen, threads);
  return check_finish();
}
