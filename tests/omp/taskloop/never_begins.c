// SPDX-License-Identifier: Apache-2.0
//
// taskloop: loops that never begin, of each kind: their bounds lie more than a step beyond one another. Compilers
// that hand over a count compute a huge one. Nothing is run, and it ends. A lastprivate variable keeps its value,
// except where the compiler's count is that of a loop that may be.
//
// test: NOT_STOCK clang 'libomp 19 does not end'
// test: NOT_STOCK gcc 'libgomp 12 runs an iteration of a loop over an unsigned variable that counts down'
#include <limits.h>
#include <omp.h>

#include "check.h"

static int n_run;  // iterations

static void run_one(void) {
#pragma omp atomic
  n_run++;
}

static void signed_loops(int n, long far) {
  int last = 7, sum = 5;
#pragma omp taskloop grainsize(1)
  for (int i = 0; i < n; i++) run_one();
#pragma omp taskloop grainsize(1) lastprivate(last)
  for (int i = 0; i < n; i++) {
    last = i;
    run_one();
  }
#pragma omp taskloop grainsize(1) reduction(+ : sum)
  for (int i = 0; i < n; i++) {
    sum += 1;
    run_one();
  }
#pragma omp taskloop grainsize(100000)
  for (int i = -n; i <= n; i += 3) run_one();
#pragma omp taskloop grainsize(1)
  for (int i = n; i > 0; i--) run_one();
#pragma omp taskloop num_tasks(9)
  for (short i = (short)n; i >= -n; i -= 2) run_one();
#pragma omp taskloop grainsize(1) lastprivate(last)
  for (long i = 0; i < far; i++) {
    last = (int)i;
    run_one();
  }
#pragma omp taskloop grainsize(1) lastprivate(last)
  for (long i = -far; i < far; i += 1000) {
    last = (int)i;
    run_one();
  }
#pragma omp taskloop grainsize(1)
  for (long i = LONG_MIN; i > far; i -= 7) run_one();
  CHECK_EQ(last, 7);
  CHECK_EQ(sum, 5);
}

static void unsigned_loops(unsigned low, unsigned high, unsigned long far) {
#pragma omp taskloop grainsize(1000000)
  for (unsigned i = high; i < low; i++) run_one();
#pragma omp taskloop grainsize(10000)
  for (unsigned i = low; i > high; i -= 100) run_one();
#pragma omp taskloop grainsize(1)
  for (unsigned long i = far; i < low; i++) run_one();
#pragma omp taskloop grainsize(1)
  for (unsigned long i = high; i <= low; i += 5) run_one();
#pragma omp taskloop grainsize(1)
  for (unsigned long i = low; i > far; i -= 5) run_one();
}

static void nests(int n, int m) {
#pragma omp taskloop grainsize(1) collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) run_one();
#pragma omp taskloop grainsize(10000000) collapse(2)
  for (int i = 0; i < -n; i++)
    for (int j = 0; j < m; j += 2) run_one();
#pragma omp taskloop grainsize(1) collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < -m; j++) run_one();
}

// What looks nearly like one that never begins.
static void a_long_one(unsigned long n) {
  unsigned long sum = 0;
#pragma omp taskloop num_tasks(7) reduction(+ : sum)
  for (unsigned long i = ULONG_MAX - n; i < ULONG_MAX; i++) sum++;
  CHECK_EQ(sum, n);
}

int main(void) {
  volatile int n = -5;
#pragma omp parallel
#pragma omp single
  {
    signed_loops(n, n);
    signed_loops(-1 + 0 * n, -(1L << 40));
    unsigned_loops(3, 5, ULONG_MAX + n);
    nests(n, n);
    a_long_one(100);
  }
  CHECK_EQ(n_run, 0);
  return check_finish();
}
