// SPDX-License-Identifier: Apache-2.0
//
// taskloop: every iteration once, for counts around the number of tasks, negative strides, unsigned 64-bit variables,
// empty loops; grainsize and num_tasks bound the size and the number of the tasks.
#include <omp.h>
#include <string.h>

#include "check.h"

enum { kMax = 700 };

static int visits[kMax];
static int start_of[kMax];  // the first iteration of the task that ran this one

static void expect_each_once(int n) {
  for (int i = 0; i < kMax; i++)
    if (!CHECK_EQ(visits[i], i < n)) break;
  memset(visits, 0, sizeof visits);
}

static int count_tasks(int n, int* smallest, int* largest) {
  int tasks = 0, size = 0;
  *smallest = n + 1;
  *largest = 0;
  for (int i = 0; i < n; i++) {
    if (start_of[i] == i) {
      tasks++;
      size = 0;
    }
    size++;
    if (i + 1 == n || start_of[i + 1] == i + 1) {
      if (size < *smallest) *smallest = size;
      if (size > *largest) *largest = size;
    }
  }
  return tasks;
}

int main(void) {
  const int lengths[] = {0, 1, 2, 3, 16, 17, 100, 699};
#pragma omp parallel
#pragma omp single
  for (unsigned k = 0; k < sizeof lengths / sizeof lengths[0]; k++) {
    const int n = lengths[k];
    int smallest, largest;
#pragma omp taskloop
    for (int i = 0; i < n; i++) visits[i]++;
    expect_each_once(n);
#pragma omp taskloop
    for (int i = n - 1; i >= 0; i--) visits[i]++;
    expect_each_once(n);
#pragma omp taskloop num_tasks(5)
    for (unsigned long long i = 0xfffffffffffff000ULL; i < 0xfffffffffffff000ULL + 2ULL * (unsigned)n; i += 2)
      visits[(i - 0xfffffffffffff000ULL) / 2]++;
    expect_each_once(n);
    for (int grain = 1; grain <= 40; grain = 3 * grain + 1) {
      int first = -1;
#pragma omp taskloop grainsize(grain) firstprivate(first)
      for (int i = 0; i < n; i++) {
        if (first < 0) first = i;
        start_of[i] = first;
        visits[i]++;
      }
      count_tasks(n, &smallest, &largest);
      if (n >= grain) CHECK(smallest >= grain && largest < 2 * grain);
      expect_each_once(n);
#pragma omp taskloop num_tasks(grain) firstprivate(first)
      for (int i = 0; i < n; i++) {
        if (first < 0) first = i;
        start_of[i] = first;
        visits[i]++;
      }
      CHECK_EQ(count_tasks(n, &smallest, &largest), n < grain ? n : grain);
      expect_each_once(n);
    }
  }
  return check_finish();
}
