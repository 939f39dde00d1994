/* SPDX-License-Identifier: Apache-2.0
 *
 * Regions that are easily taken for something simpler than they are.
 */
#include <pthread.h>

#include "check.h"

enum { TASKS = 5 };

/* The callee counts in an object of its own. */
struct big {
  long n[5];
};
static __attribute__((noinline)) long next(struct big number) {
  number.n[0] += 1;
  return number.n[0];
}
static void by_value(long* x) {
  struct big zero = {{0}};
  int i;
  #pragma omp taskgraph
  for (i = 0; i < TASKS; i++) {
    long one = next(zero);
    #pragma omp task depend(inout: x[i]) firstprivate(one)
    x[i] += one;
  }
}

/* Its address is another one for each thread that meets the region. */
static _Thread_local long mine;
static void of_thread(long amount) {
  int i;
  #pragma omp taskgraph
  for (i = 0; i < TASKS; i++) {
    long* counter = &mine;
    #pragma omp task depend(inout: counter[0]) firstprivate(counter, amount)
    *counter += amount;
  }
}
static void* meet(void* unused) {
  int round;
  mine = 0;
  for (round = 0; round < 6; round++) of_thread(2);
  CHECK_EQ(mine, 6L * TASKS * 2);
  return unused;
}

/* `kept` has in each encounter what the one before has left there. */
static void old_content(long* x) {
  long kept[2];
  int encounter;
  for (encounter = 0; encounter < 6; encounter++) {
    int is_first = encounter % 2 == 0;
    #pragma omp taskgraph
    {
      if (is_first) kept[0] = 10;
      else kept[0] += 1;
      long value = kept[0];
      #pragma omp task depend(inout: x[0]) firstprivate(value)
      x[0] = value;
    }
    CHECK_EQ(x[0], is_first ? 10L : 11L);
  }
}

/* Written in parts and read as a whole, in each encounter: nothing is left from the one before. */
struct pair {
  int first;
  double second;
};
static void own_content(double* x) {
  int encounter;
  for (encounter = 0; encounter < 6; encounter++) {
    int base = encounter < 3 ? 1 : 2;
    #pragma omp taskgraph
    {
      struct pair pair;
      pair.first = base;
      pair.second = base * 2;
      #pragma omp task depend(inout: x[0]) firstprivate(pair)
      x[0] = pair.first + pair.second;
    }
    CHECK(x[0] == 3 * base);
  }
}

int main(void) {
  long x[TASKS] = {0};
  double y = 0;
  int round, i;
  #pragma omp parallel
  #pragma omp single
  {
    for (round = 0; round < 4; round++) by_value(x);
    for (i = 0; i < TASKS; i++) CHECK_EQ(x[i], 4L);
    meet(NULL);
    old_content(x);
    own_content(&y);
  }
  pthread_t thread;
  CHECK_EQ(pthread_create(&thread, NULL, meet, NULL), 0);
  CHECK_EQ(pthread_join(thread, NULL), 0);
  meet(NULL);
  return check_finish();
}
