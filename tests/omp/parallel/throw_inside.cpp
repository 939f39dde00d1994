// SPDX-License-Identifier: Apache-2.0
//
// Exceptions thrown and caught inside parallel, worksharing and critical regions, on every thread at once.
#include <omp.h>

#include <stdexcept>
#include <string>

#include "check.h"

int main() {
  int caught = 0, members = 0;
#pragma omp parallel
  {
#pragma omp for reduction(+ : caught)
    for (int i = 0; i < 200; i++) {
      try {
        if (i % 3 == 0) throw std::runtime_error("iteration " + std::to_string(i));
      } catch (const std::runtime_error& error) {
        CHECK(error.what() == "iteration " + std::to_string(i));
        caught++;
      }
    }
#pragma omp critical
    {
      try {
        throw omp_get_thread_num();
      } catch (int thread) {
        CHECK_EQ(thread, omp_get_thread_num());
        members++;
      }
    }
  }
  CHECK_EQ(caught, 67);
  CHECK_EQ(members, omp_get_max_threads());
  return check_finish();
}
