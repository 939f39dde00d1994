// SPDX-License-Identifier: Apache-2.0
//
// A task that throws and catches inside its body, at any depth of tasks and waits, while others do the same.
#include <omp.h>

#include <stdexcept>

#include "check.h"

namespace {

int risky(int n) {
  if (n % 3 == 0) throw std::invalid_argument("multiple of three");
  return n;
}

}  // namespace

int main() {
  int caught = 0, passed = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 150; i++)
#pragma omp task shared(caught, passed) firstprivate(i)
  {
    try {
#pragma omp task shared(caught) firstprivate(i) if (i % 2)
      {
        try {
          risky(3 * i);
        } catch (const std::exception&) {
#pragma omp atomic
          caught++;
        }
      }
#pragma omp taskwait
      const int value = risky(i);
#pragma omp atomic
      passed += value >= 0;
    } catch (const std::invalid_argument&) {
#pragma omp atomic
      caught++;
    }
  }
  CHECK_EQ(caught, 200);
  CHECK_EQ(passed, 100);
  return check_finish();
}
