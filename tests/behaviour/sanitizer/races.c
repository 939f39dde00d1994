// SPDX-License-Identifier: Apache-2.0
//
// What ThreadSanitizer says of a program without races, built by either compiler, on the instrumented library:
// nothing. With an argument the program has one, which is found: in many rounds, as in one of them a thread may come
// so late that what wakes it orders the two accesses.
#include <omp.h>

#include "check.h"

static int fib(int n) {
  if (n < 2) return n;
  int a = 0, b = 0;
#pragma omp task shared(a) firstprivate(n)
  a = fib(n - 1);
#pragma omp task shared(b) firstprivate(n)
  b = fib(n - 2);
#pragma omp taskwait
  return a + b;
}

enum { kRounds = 10, kRoundsOfARace = 60 };

int main(int argc, char** argv) {
  (void)argv;
  const int n_rounds = argc > 1 ? kRoundsOfARace : kRounds;
  int cells[64] = {0};
  int sum = 0, entered = 0, locked = 0, passed = 0, unguarded = 0;
  omp_lock_t lock;
  omp_init_lock(&lock);
  for (int round = 0; round < n_rounds; round++) {
    sum = 0;
#pragma omp parallel num_threads(4)
    {
#pragma omp for schedule(dynamic, 3) reduction(+ : sum)
      for (int i = 0; i < 64; i++) sum += cells[i] = i;
#pragma omp for schedule(static, 1)
      for (int i = 0; i < 64; i++) cells[(i + 7) % 64]++;
#pragma omp critical
      entered++;
      omp_set_lock(&lock);
      locked++;
      omp_unset_lock(&lock);
#pragma omp for ordered schedule(dynamic)
      for (int i = 0; i < 16; i++) {
#pragma omp ordered
        passed += i;
      }
#pragma omp single
      {
        for (int i = 1; i < 64; i++) {
#pragma omp task depend(in : cells[i - 1]) depend(inout : cells[i]) shared(cells)
          cells[i] += cells[i - 1];
        }
        CHECK_EQ(fib(10), 55);
#pragma omp taskgroup
        for (int i = 0; i < 20; i++) {
#pragma omp task firstprivate(i) shared(entered)
#pragma omp critical
          entered += i;
        }
      }
      if (argc > 1) unguarded++;
    }
    CHECK_EQ(sum, 2016);
    CHECK_EQ(cells[63], 2016 + 64);
  }
  CHECK_EQ(entered, n_rounds * (4 + 190));
  CHECK_EQ(locked, n_rounds * 4);
  CHECK_EQ(passed, n_rounds * 120);
  if (argc > 1) return unguarded == 0;
  return check_finish();
}
