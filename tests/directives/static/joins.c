/* SPDX-License-Identifier: Apache-2.0
 *
 * Regions that wait, whose tasks are untied or final, or have saved data: the compiler does not make their graphs, but
 * knows where the tasks' data comes from, so that their code is executed once.
 */
#include "creations.h"

enum { N = 8 };

static long x[2][N], y[2][N];

static int is_same(void) { return memcmp(x, y, sizeof x) == 0; }

/* Behind the wait, tasks read what others have written before it, without saying so. */
static void phases(long* a, long* b, int n, long number) {
  #pragma omp taskgraph
  {
    for (int i = 0; i < n; i++) {
      #pragma omp task
      a[i] += number + i;
    }
    #pragma omp taskwait
    for (int i = 0; i < n; i++) {
      #pragma omp task
      b[i] = a[n - 1 - i] * 3 + b[i];
    }
  }
}
static void serial_phases(long* a, long* b, int n, long number) {
  for (int i = 0; i < n; i++) a[i] += number + i;
  for (int i = 0; i < n; i++) b[i] = a[n - 1 - i] * 3 + b[i];
}

/* A taskgroup waits for what tasks in it have created, too. */
static void groups(long* a, long* b, int n, long number) {
  #pragma omp taskgraph
  {
    #pragma omp taskgroup
    for (int i = 0; i < n; i++) {
      #pragma omp task
      {
        #pragma omp task
        a[i] = a[i] * 5 + number;
      }
    }
    #pragma omp task depend(out: b[0])
    for (int i = 0; i < n; i++) b[i] += a[i];
    #pragma omp task depend(in: b[0]) depend(inout: a[0])
    a[0] += b[n - 1];
  }
}
static void serial_groups(long* a, long* b, int n, long number) {
  for (int i = 0; i < n; i++) a[i] = a[i] * 5 + number;
  for (int i = 0; i < n; i++) b[i] += a[i];
  a[0] += b[n - 1];
}

/* A variable that tasks write before the wait is read behind it: the code has to see the new value. */
static long bound;
static void read_behind(long* a, int n) {
  #pragma omp taskgraph
  {
    #pragma omp task shared(bound)
    bound = a[0] % 4;
    #pragma omp taskwait
    long copy = bound;
    for (int i = 0; i < n; i++) {
      #pragma omp task firstprivate(copy)
      a[i] += copy + i;
    }
  }
}
static void serial_read_behind(long* a, int n) {
  long copy = a[0] % 4;
  for (int i = 0; i < n; i++) a[i] += copy + i;
}

static void untied_and_final(long* a, int n, long number) {
  #pragma omp taskgraph
  for (int i = 0; i < n; i++) {
    #pragma omp task untied depend(inout: a[i])
    {
      #pragma omp task shared(a)
      a[i] += number;
      #pragma omp taskwait
      a[i] *= 3;
    }
    #pragma omp task final(1) depend(inout: a[i])
    {
      #pragma omp task shared(a)
      a[i] ^= number;
    }
  }
}
static void serial_untied_and_final(long* a, int n, long number) {
  for (int i = 0; i < n; i++) a[i] = ((a[i] + number) * 3) ^ number;
}

/* Saved data stays as it was recorded, whatever comes in. */
static void saved(long* a, int n, long number, long other) {
  #pragma omp taskgraph
  for (int i = 0; i < n; i++) {
    #pragma omp task depend(inout: a[i]) firstprivate(saved: number) firstprivate(other)
    a[i] = a[i] * 3 + number * 7 + other;
  }
}
static void serial_saved(long* a, int n, long number, long other) {
  for (int i = 0; i < n; i++) a[i] = a[i] * 3 + number * 7 + other;
}

static int blocks(void) { return getenv("BLOCKS") ? atoi(getenv("BLOCKS")) : N; }

int main(void) {
  unsigned long records = COUNTED(graph_counted, RECORDS), mismatches = COUNTED(graph_counted, MISMATCHES), before;
  int n = blocks();
  for (int i = 0; i < N; i++) x[0][i] = y[0][i] = i, x[1][i] = y[1][i] = 2 * i;
  #pragma omp parallel
  #pragma omp single
  for (int round = 0; round < 6; round++) {
    long *a = x[round % 2], *b = x[1 - round % 2], *c = y[round % 2], *d = y[1 - round % 2];
    int is_replay = round != 0;  /* the first round records */
    before = created;
    phases(a, b, n, round);
    serial_phases(c, d, n, round);
    CHECK(is_same());
    CHECK_CREATED(before, is_replay ? 0 : 2 * n);
    before = created;
    groups(a, b, n, 2 * round + 1);
    serial_groups(c, d, n, 2 * round + 1);
    CHECK(is_same());
    CHECK_CREATED(before, is_replay ? n : 2 * n + 2);  /* bodies create tasks, too */
    before = created;
    read_behind(a, n);
    serial_read_behind(c, n);
    CHECK(is_same());
    CHECK_CREATED(before, n + 1);
    before = created;
    untied_and_final(b, n, round);
    serial_untied_and_final(d, n, round);
    CHECK(is_same());
    CHECK_CREATED(before, is_replay ? 2 * n : 4 * n);
    before = created;
    saved(a, n, 3 * round, round);
    serial_saved(c, n, IS_COUNTED ? 0 : 3 * round, round);
    CHECK(is_same());
    CHECK_CREATED(before, is_replay ? 0 : n);
  }
  CHECK_SINCE(graph_counted, RECORDS, records, 5);
  CHECK_SINCE(graph_counted, MISMATCHES, mismatches, 0);
  return finish();
}
