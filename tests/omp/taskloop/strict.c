// SPDX-License-Identifier: Apache-2.0
//
// taskloop with the strict modifier: every task but the last has exactly grainsize iterations; num_tasks tasks differ
// by at most one iteration.
//
// test: LEFT_OUT clang 'clang 19 accepts the strict modifier but does not tell the runtime'
#include <omp.h>

#include "check.h"

enum { kMax = 500 };

int main(void) {
  static int start_of[kMax];
  const int lengths[] = {1, 7, 64, 100, 499};
#pragma omp parallel
#pragma omp single
  for (unsigned k = 0; k < sizeof lengths / sizeof lengths[0]; k++) {
    const int n = lengths[k];
    for (int grain = 1; grain <= 120; grain = 2 * grain + 1) {
      int first = -1;
#pragma omp taskloop grainsize(strict : grain) firstprivate(first)
      for (int i = 0; i < n; i++) {
        if (first < 0) first = i;
        start_of[i] = first;
      }
      for (int i = 0; i < n; i++) CHECK_EQ(start_of[i], i / grain * grain);
#pragma omp taskloop num_tasks(strict : grain) firstprivate(first)
      for (int i = 0; i < n; i++) {
        if (first < 0) first = i;
        start_of[i] = first;
      }
      const int tasks = n < grain ? n : grain;
      int found = 0;
      for (int i = 0; i < n; i++) found += start_of[i] == i;
      CHECK_EQ(found, tasks);
      for (int i = 0, size = 0; i < n; i++) {
        size++;
        if (i + 1 == n || start_of[i + 1] == i + 1) {
          CHECK(size == n / tasks || size == n / tasks + 1);
          size = 0;
        }
      }
    }
  }
  return check_finish();
}
