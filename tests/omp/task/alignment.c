// SPDX-License-Identifier: Apache-2.0
//
// Captured variables that need 16-byte alignment have it in the task, together with odd-sized neighbours.
#include <omp.h>
#include <stdint.h>

#include "check.h"

typedef double Pair __attribute__((vector_size(16)));

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 200; i++) {
    char before = (char)(i % 50);
    Pair vector = {-i, i};
    char between[5] = {1, 2, 3, 4, (char)(i % 50)};
    long double extended = i * 1.5L;
#pragma omp task firstprivate(before, vector, between, extended)
    {
      CHECK_EQ((uintptr_t)&vector % 16, 0);
      CHECK_EQ((uintptr_t)&extended % 16, 0);
      CHECK(vector[0] == -i && vector[1] == i);
      CHECK(extended == i * 1.5L);
      CHECK_EQ(before, between[4]);
    }
  }
  return check_finish();
}
