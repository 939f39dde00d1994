// SPDX-License-Identifier: Apache-2.0
//
// Constructs of all kinds in a row, most of them with nowait, by teams of changing size. Whatever a thread has
// missed, waits for or is ahead of: each iteration is executed once, and who comes later sees what was done.
#include <omp.h>
#include <stdint.h>
#include <string.h>

#include "check.h"

enum { kRows = 400, kMost = 40, kSeeds = 12 };

enum kind { kDynamic, kGuided, kChunked, kSections, kSingle, kOrdered, kDoacross, kReduction, kLast, kNumKinds };

static int n_times[kRows][kMost];

static uint64_t next(uint64_t* state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return *state >> 33;
}

static void visit(int row, int i) {
#pragma omp atomic
  n_times[row][i]++;
}

static void sections(int row) {
#pragma omp sections nowait
  {
#pragma omp section
    visit(row, 0);
#pragma omp section
    visit(row, 1);
#pragma omp section
    visit(row, 2);
  }
}

static void ordered(int row, int n) {
  static int expected;
#pragma omp single
  expected = 0;
#pragma omp for ordered schedule(dynamic)
  for (int i = 0; i < n; i++) {
#pragma omp ordered
    CHECK_EQ(expected++, i);
    visit(row, i);
  }
}

static void doacross(int row, int n) {
  static int sums[kMost];
#pragma omp for ordered(1) schedule(dynamic)
  for (int i = 0; i < n; i++) {
#pragma omp ordered depend(sink : i - 1)
    sums[i] = (i > 0 ? sums[i - 1] : 0) + i;
#pragma omp ordered depend(source)
    visit(row, i);
  }
  CHECK_EQ(sums[n - 1], n * (n - 1) / 2);
#pragma omp barrier
}

static void reduction(int row, int n) {
  static int sum;
#pragma omp single
  sum = 0;
#pragma omp for reduction(task, + : sum) schedule(dynamic)
  for (int i = 0; i < n; i++) {
#pragma omp task in_reduction(+ : sum)
    sum += i;
    visit(row, i);
  }
  CHECK_EQ(sum, n * (n - 1) / 2);
#pragma omp barrier
}

static void last(int row, int n) {
  static int value;
#pragma omp for lastprivate(value) schedule(monotonic : dynamic)
  for (int i = 0; i < n; i++) {
    value = 7 * i;
    visit(row, i);
  }
  CHECK_EQ(value, 7 * (n - 1));
#pragma omp barrier
}

// What all threads do in a row, which each of them computes for itself. Returns how many iterations there are.
static int run(uint64_t* state, int row) {
  const int n = 1 + (int)(next(state) % (kMost - 1));
  // Those that meet at a barrier are rare, so that threads get far apart.
  const uint64_t dice = next(state) % 64;
  const enum kind kind =
      dice < 8 ? (enum kind)(kOrdered + dice % (kNumKinds - kOrdered)) : (enum kind)(dice % kOrdered);
  switch (kind) {
    case kDynamic:
#pragma omp for schedule(dynamic) nowait
      for (int i = 0; i < n; i++) visit(row, i);
      return n;
    case kGuided:
#pragma omp for schedule(guided) nowait
      for (int i = 0; i < n; i++) visit(row, i);
      return n;
    case kChunked:
#pragma omp for schedule(dynamic, 3) nowait
      for (int i = 0; i < n; i++) visit(row, i);
      return n;
    case kSections:
      sections(row);
      return 3;
    case kSingle:
#pragma omp single nowait
      visit(row, 0);
      return 1;
    case kOrdered:
      ordered(row, n);
      return n;
    case kDoacross:
      doacross(row, n);
      return n;
    case kReduction:
      reduction(row, n);
      return n;
    case kLast:
      last(row, n);
      return n;
    case kNumKinds:
      break;
  }
  return 0;
}

int main(void) {
  const int sizes[] = {2, 5, 1, 8, 3, 16};
  for (uint64_t seed = 0; seed < kSeeds; seed++) {
    memset(n_times, 0, sizeof n_times);
    int lengths[kRows] = {0};
#pragma omp parallel num_threads(sizes[seed % 6])
    {
      uint64_t state = seed;
      for (int row = 0; row < kRows; row++) {
        const int n = run(&state, row);
        if (omp_get_thread_num() == 0) lengths[row] = n;
      }
    }
    for (int row = 0; row < kRows; row++)
      for (int i = 0; i < kMost; i++) CHECK_EQ(n_times[row][i], i < lengths[row]);
  }
  return check_finish();
}
