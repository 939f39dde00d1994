// SPDX-License-Identifier: Apache-2.0
//
// depobj: created, updated to another kind, used alone and beside ordinary dependences, used again after an update,
// destroyed; more depobjs than a small fixed number.
#include <omp.h>

#include "check.h"

enum { kObjects = 12, kRounds = 20 };

int main(void) {
  int data[kObjects] = {0};
  omp_depend_t objects[kObjects];
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < kObjects; i++) {
#pragma omp depobj(objects[i]) depend(inout : data[i])
    }
    for (int round = 0; round < kRounds; round++) {
      for (int i = 0; i < kObjects; i++) {
        omp_depend_t* object = &objects[i];
#pragma omp task depend(depobj : *object) shared(data) firstprivate(i, round)
        CHECK_EQ(data[i]++, round * 3);
      }
      omp_depend_t *first = &objects[0], *second = &objects[1];
#pragma omp task depend(depobj : *first, *second) depend(inout : data[2]) shared(data) firstprivate(round)
      for (int i = 0; i < 3; i++) CHECK_EQ(data[i]++, round * 3 + 1);
      for (int i = 3; i < kObjects; i++) {
        omp_depend_t* object = &objects[i];
#pragma omp task depend(depobj : *object) shared(data) firstprivate(i)
        data[i]++;
      }
      for (int i = 0; i < kObjects; i++) {
        omp_depend_t* object = &objects[i];
#pragma omp depobj(*object) update(in)
#pragma omp task depend(depobj : *object) shared(data) firstprivate(i, round)
        CHECK_EQ(data[i], round * 3 + 2);
#pragma omp depobj(*object) update(mutexinoutset)
#pragma omp task depend(depobj : *object) shared(data) firstprivate(i)
        data[i] += 2;
#pragma omp task depend(depobj : *object) shared(data) firstprivate(i)
        data[i] -= 1;
#pragma omp depobj(*object) update(inout)
      }
    }
    for (int i = 0; i < kObjects; i++) {
#pragma omp depobj(objects[i]) destroy
    }
  }
  for (int i = 0; i < kObjects; i++) CHECK_EQ(data[i], kRounds * 3);
  return check_finish();
}
