/* SPDX-License-Identifier: Apache-2.0
 *
 * taskiter on every form of loop and with each of its clauses, against the same loop in serial.
 *
 * test: IN_CXX ALL_STANDARDS
 */
#include "directive_check.h"

#define N 10

static long cell[N];

static void clear(void) { memset(cell, 0, sizeof cell); }

static void counted(int n) {
  int t, i;
  clear();
  #pragma omp taskiter
  for (t = 0; t < n; t++) {
    for (i = 1; i < N; i++) {
      #pragma omp task depend(in: cell[i - 1]) depend(inout: cell[i]) firstprivate(i)
      cell[i] = cell[i - 1] + cell[i] + 1;
    }
  }
  CHECK(t == (n > 0 ? n : 0));
  {
    long expected[N];
    memset(expected, 0, sizeof expected);
    for (t = 0; t < n; t++)
      for (i = 1; i < N; i++) expected[i] = expected[i - 1] + expected[i] + 1;
    CHECK(memcmp(cell, expected, sizeof cell) == 0);
  }
}

/* Any header: several variables, downwards, a step, a condition or a step in the body. */
static void headers(void) {
  long i, j, k = 0;
  clear();
  #pragma omp taskiter
  for (i = 30, j = 0; i > j; i -= 2, j++) {
    #pragma omp task depend(inout: cell[0])
    cell[0]++;
  }
  CHECK(i == 10 && j == 10 && cell[0] == 10);
  #pragma omp taskiter unroll(3)
  for (; k != 7; k++) {
    if (k == 100) continue;
    #pragma omp task depend(inout: cell[1])
    cell[1] += 3;
  }
  CHECK(k == 7 && cell[1] == 21);
}

/* Two buffers that change roles from step to step. */
static void unrolled(int n) {
  long a[2][N], expected[2][N];
  int t, i;
  memset(a, 0, sizeof a);
  memset(expected, 0, sizeof expected);
  a[0][0] = expected[0][0] = 1;
  #pragma omp taskiter unroll(2)
  for (t = 0; t < n; t++) {
    long *from = a[t % 2], *to = a[(t + 1) % 2];
    for (i = 0; i < N; i++) {
      #pragma omp task depend(in: from[i], from[(i + 1) % N]) depend(out: to[i]) firstprivate(i, from, to)
      to[i] = from[i] + 2 * from[(i + 1) % N] + 1;
    }
  }
  for (t = 0; t < n; t++)
    for (i = 0; i < N; i++)
      expected[(t + 1) % 2][i] = expected[t % 2][i] + 2 * expected[t % 2][(i + 1) % N] + 1;
  CHECK(memcmp(a, expected, sizeof a) == 0);
}

/* update: the body runs for every iteration and gives the tasks new data. */
static void updated(int n) {
  long sum = 0;
  int t;
  #pragma omp taskiter update
  for (t = 0; t < n; t++) {
    long value = 3L * t + 1;
    #pragma omp task depend(inout: sum) firstprivate(value) shared(sum)
    sum = 2 * sum % 1000003 + value;
  }
  {
    long expected = 0;
    for (t = 0; t < n; t++) expected = 2 * expected % 1000003 + 3L * t + 1;
    CHECK(sum == expected);
  }
}

/* inline: dependences reach in and out of the loop. */
static void inlined(int n) {
  long a = 0, seen = 0;
  int t;
  #pragma omp task depend(out: a) shared(a)
  a = 5;
  #pragma omp taskiter inline
  for (t = 0; t < n; t++) {
    #pragma omp task depend(inout: a) shared(a)
    a = (3 * a + 1) % 10007;
  }
  #pragma omp task depend(in: a) shared(a, seen)
  seen = a;
  #pragma omp taskwait
  {
    long expected = 5;
    for (t = 0; t < n; t++) expected = (3 * expected + 1) % 10007;
    CHECK(seen == expected);
  }
}

/* nowait: the tasks are the loop's, so that a group around waits for them; a taskwait would not. */
static void not_waited_for(int n) {
  static long a;
  int t;
  a = 0;
  #pragma omp taskgroup
  {
    #pragma omp taskiter nowait
    for (t = 0; t < n; t++) {
      #pragma omp task depend(inout: a)
      a++;
    }
  }
  CHECK(a == n);
}

static void conditions(void) {
  long residual = 1000, k = 0, m = 0;
  #pragma omp taskiter
  while (residual > 10) {
    #pragma omp task depend(inout: residual) shared(residual)
    residual = residual * 3 / 4;
    #pragma omp task depend(inout: k) shared(k)
    k++;
  }
  CHECK(residual == 10 || residual < 10);
  CHECK(k > 10);
  {
    long serial = 1000, steps = 0;
    while (serial > 10) serial = serial * 3 / 4, steps++;
    CHECK(serial == residual && steps == k);
  }
  #pragma omp taskiter unroll(2)
  do {
    if (k < 0) continue;
    #pragma omp task depend(inout: m) shared(m)
    m += 2;
  } while (m < 21);
  CHECK(m == 22);
  #pragma omp taskiter
  while (m > 100) {
    #pragma omp task shared(m)
    m++;
  }
  #pragma omp taskiter update
  do
    #pragma omp task depend(inout: m) shared(m)
    m++;
  while (m < 23);
  CHECK(m == 23);
}

static void reduced(int n) {
  long sum = 0;
  int t;
  #pragma omp taskiter task_reduction(+: sum)
  for (t = 0; t < n; t++) {
    #pragma omp task in_reduction(+: sum)
    sum += 7;
  }
  CHECK(sum == 7L * n);
}

int main(void) {
  unsigned long loops = 0, mismatches = 0;
  loops = COUNTED(loops_counted, LOOPS);
  mismatches = COUNTED(loops_counted, LOOP_MISMATCHES);
  #pragma omp parallel
  #pragma omp single
  {
    int n;
    for (n = 0; n < 6; n++) {
      counted(n);
      unrolled(n);
      updated(n);
      inlined(n);
      not_waited_for(n);
      reduced(n);
    }
    counted(100);
    unrolled(101);
    updated(50);
    inlined(77);
    not_waited_for(1000);
    reduced(33);
    headers();
    conditions();
  }
  if (&rondo_get_graph_stats) CHECK(loops_counted(CYCLES) > 20);
  CHECK_SINCE(loops_counted, LOOPS, loops, 6 * 6 + 6 + 2 + 4);
  CHECK_SINCE(loops_counted, LOOP_MISMATCHES, mismatches, 0);
  return finish();
}
