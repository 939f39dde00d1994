// SPDX-License-Identifier: Apache-2.0
//
// Loops over unsigned variables that count down: each iteration once, whatever hands them out.
//
// test: NOT_STOCK gcc 'gcc 12 hands over a huge positive step, with which libgomp runs nothing'
#include <limits.h>
#include <omp.h>

#include "check.h"

static int n_run;
static unsigned sum;  // modulo 2^32

static void run(unsigned i) {
#pragma omp atomic
  n_run++;
#pragma omp atomic
  sum += i;
}

static void expect(int n, unsigned total) {
  CHECK_EQ(n_run, n);
  CHECK_EQ(sum, total);
  n_run = 0;
  sum = 0;
}

static void loops(unsigned high, unsigned low, int n, unsigned total) {
#pragma omp parallel for schedule(dynamic)
  for (unsigned i = high; i > low; i -= 3) run(i);
  expect(n, total);
#pragma omp parallel for schedule(dynamic, 4) ordered
  for (unsigned i = high; i > low; i -= 3) {
#pragma omp ordered
    run(i);
  }
  expect(n, total);
#pragma omp parallel for schedule(guided)
  for (unsigned i = high; i > low; i -= 3) run(i);
  expect(n, total);
#pragma omp parallel for schedule(static, 5)
  for (unsigned i = high; i > low; i -= 3) run(i);
  expect(n, total);
#pragma omp parallel for schedule(runtime)
  for (unsigned i = high; i > low; i -= 3) run(i);
  expect(n, total);
#pragma omp parallel
#pragma omp single
#pragma omp taskloop
  for (unsigned i = high; i > low; i -= 3) run(i);
  expect(n, total);
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(2)
  for (unsigned i = high; i > low; i -= 3) run(i);
  expect(n, total);
}

static void small_types(unsigned short high, unsigned char low) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop
    for (unsigned short i = high; i > low; i -= 2) run(i);
    expect(5, 4 + 6 + 8 + 10 + 12);
#pragma omp taskloop
    for (unsigned char i = (unsigned char)high; i > low; i--) run(i);
    expect(9, 4 + 5 + 6 + 7 + 8 + 9 + 10 + 11 + 12);
  }
}

/* A signed loop whose step is large, and which never begins. */
static void never(long long first, long long step) {
#pragma omp parallel for schedule(dynamic)
  for (long long i = first; i < 0; i += step) run((unsigned)i);
  expect(0, 0);
}

int main(void) {
  loops(100, 10, 30, 30 * (100 + 13) / 2);
  loops(UINT_MAX, UINT_MAX - 6, 2, 2 * UINT_MAX - 3);
  small_types(12, 3);
  never(1LL << 40, 3000000000);
  return check_finish();
}
