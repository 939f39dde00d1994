// SPDX-License-Identifier: Apache-2.0
//
// taskloop whose tasks are made later than the construct is met: arguments that are gone by then, variables that the
// last iteration overwrites, as many tasks as were asked for, bodies that wait, loops in loops by all threads.
//
// test: NOT_STOCK clang 'libomp 19 loses lastprivate values of a taskloop with 100 tasks'
#include <omp.h>
#include <string.h>

#include "check.h"

enum { kMany = 20000, kFew = 300 };

static int visits[kMany];

static void expect_each_once(int n) {
  for (int i = 0; i < kMany; i++)
    if (!CHECK_EQ(visits[i], i < n)) break;
  memset(visits, 0, sizeof visits);
}

// Its variables are gone when the tasks run.
static void leave_behind(int* counts, int offset) {
  int shift = offset - 1;
#pragma omp taskloop nogroup firstprivate(shift, counts) grainsize(3)
  for (int i = 1; i <= kFew; i++) counts[i + shift]++;
  shift = -1000000;
}

static int overwrite_stack(int depth) {
  volatile char bytes[512];
  memset((char*)bytes, 0x5a, sizeof bytes);
  return depth == 0 ? bytes[7] : overwrite_stack(depth - 1) + bytes[depth];
}

static void wait_in_bodies(void) {
  int sum = 0;
#pragma omp taskloop num_tasks(40) shared(sum)
  for (int i = 0; i < kFew; i++) {
    int inner = 0;
#pragma omp task shared(inner)
    inner = i;
#pragma omp taskyield
#pragma omp taskwait
#pragma omp atomic
    sum += inner;
  }
  CHECK_EQ(sum, kFew * (kFew - 1) / 2);
}

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 5; round++) {
    leave_behind(visits, 0);
    leave_behind(visits, kFew);
    CHECK(overwrite_stack(20) != 0);
#pragma omp taskwait
    expect_each_once(2 * kFew);

    int value = 7;
    int n_wrong = 0;
#pragma omp taskloop firstprivate(value) lastprivate(value) shared(n_wrong) num_tasks(100)
    for (int i = 0; i < kFew; i++) {
      if (i % 3 == 0 && value != 7)
#pragma omp atomic
        n_wrong++;
      value = i;
    }
    CHECK_EQ(n_wrong, 0);
    CHECK_EQ(value, kFew - 1);

    int is_first = 1, n_tasks = 0;
#pragma omp taskloop num_tasks(kMany / 2) firstprivate(is_first) shared(n_tasks)
    for (int i = 0; i < kMany; i++) {
      visits[i]++;
      if (is_first)
#pragma omp atomic
        n_tasks++;
      is_first = 0;
    }
    CHECK_EQ(n_tasks, kMany / 2);
    expect_each_once(kMany);
  }

  int n_loops = 0;
#pragma omp parallel
  {
    wait_in_bodies();
    int mine = 0;
#pragma omp taskloop shared(mine) grainsize(1)
    for (int i = 0; i < 20; i++) {
#pragma omp taskloop shared(mine) grainsize(1)
      for (int j = 0; j < 20; j++)
#pragma omp atomic
        mine++;
    }
    CHECK_EQ(mine, 400);
#pragma omp atomic
    n_loops++;
  }
  CHECK(n_loops >= 1);
  return check_finish();
}
