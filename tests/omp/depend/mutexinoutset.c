// SPDX-License-Identifier: Apache-2.0
//
// mutexinoutset: members of a set exclude each other but have no order; the set as a whole is ordered against writers
// before and readers after it; members of sets on several objects at once neither overlap nor deadlock.
#include <omp.h>

#include "check.h"

enum { kRounds = 30, kMembers = 12, kObjects = 4 };

static void add(int* object, int* inside, int amount) {
  CHECK_EQ(__atomic_fetch_add(inside, 1, __ATOMIC_RELAXED), 0);
  const int seen = *object;
  spin_for(100);
  *object = seen + amount;
  CHECK_EQ(__atomic_sub_fetch(inside, 1, __ATOMIC_RELAXED), 0);
}

int main(void) {
  int value = -1, inside = 0;
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < kRounds; round++) {
#pragma omp task depend(out : value) shared(value) firstprivate(round)
    {
      if (round > 0) CHECK_EQ(value, round - 1 + kMembers * (kMembers - 1) / 2);
      value = round;
    }
    for (int m = 0; m < kMembers; m++)
#pragma omp task depend(mutexinoutset : value) shared(value, inside) firstprivate(m)
      add(&value, &inside, m);
    for (int r = 0; r < 3; r++)
#pragma omp task depend(in : value) shared(value) firstprivate(round)
      CHECK_EQ(value, round + kMembers * (kMembers - 1) / 2);
  }

  int objects[kObjects] = {0}, busy[kObjects] = {0};
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 200; i++) {
    const int a = i % kObjects, b = (i * 3 + 1) % kObjects, c = (i + 2) % kObjects;
    if (a == b || b == c || a == c) {
#pragma omp task depend(mutexinoutset : objects[a]) shared(objects, busy) firstprivate(a)
      add(&objects[a], &busy[a], 1);
    } else {
#pragma omp task depend(mutexinoutset : objects[a], objects[b], objects[c]) shared(objects, busy) firstprivate(a, b, c)
      {
        add(&objects[a], &busy[a], 1);
        add(&objects[b], &busy[b], 1);
        add(&objects[c], &busy[c], 1);
      }
    }
  }
  int expected[kObjects] = {0};
  for (int i = 0; i < 200; i++) {
    const int a = i % kObjects, b = (i * 3 + 1) % kObjects, c = (i + 2) % kObjects;
    expected[a]++;
    if (a != b && b != c && a != c) expected[b]++, expected[c]++;
  }
  for (int i = 0; i < kObjects; i++) CHECK_EQ(objects[i], expected[i]);
  return check_finish();
}
