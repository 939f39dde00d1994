// SPDX-License-Identifier: Apache-2.0
//
// atomic on a type that no processor instruction updates: gcc brackets it with a lock of the runtime (clang calls
// libatomic instead, which is none of our business).
//
// test: LEFT_OUT clang 'clang calls libatomic here, not the OpenMP runtime'
#include <omp.h>

#include "check.h"

int main(void) {
  const int threads = omp_get_max_threads();
  long double sum = 0;
#pragma omp parallel
  for (int i = 0; i < 200; i++) {
#pragma omp atomic
    sum += 0.25L;
  }
  CHECK(sum == 50.0L * threads);
  return check_finish();
}
