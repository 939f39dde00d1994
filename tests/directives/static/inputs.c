/* SPDX-License-Identifier: Apache-2.0
 *
 * Regions whose block counts are known only when they run. What their tasks do depends on a few values, which the
 * compiler has found: as long as these are the same, replays are pure.
 */
#include "static_check.h"

enum { N = 8 };

static long cell[N * N], expected[N * N];

static void wavefront(long* x, int n, long weight) {
  int i, j;
  #pragma omp taskgraph
  for (i = 1; i < n; i++)
    for (j = 1; j < n; j++) {
      #pragma omp task depend(in: x[(i - 1) * N + j], x[i * N + j - 1]) depend(inout: x[i * N + j])
      x[i * N + j] += 3 * x[(i - 1) * N + j] + weight * x[i * N + j - 1] + i * j;
    }
}

static void serial_wavefront(long* x, int n, long weight) {
  int i, j;
  for (i = 1; i < n; i++)
    for (j = 1; j < n; j++) x[i * N + j] += 3 * x[(i - 1) * N + j] + weight * x[i * N + j - 1] + i * j;
}

/* A variable that the region reads and its tasks share. */
static long bound;
static void from_memory(long* x) {
  long sum = 0;
  int i;
  #pragma omp taskgraph
  for (i = 0; i < bound; i++) {
    #pragma omp task depend(inout: sum) shared(sum)
    sum += x[i] + i;
  }
  x[N * N - 1] += sum;
}

static void serial_from_memory(long* x) {
  long sum = 0;
  int i;
  for (i = 0; i < bound; i++) sum += x[i] + i;
  x[N * N - 1] += sum;
}

/* What the code reads varies with the data: it has to be executed. */
static void by_data(long* x, int n) {
  int i;
  #pragma omp taskgraph
  for (i = 0; i < n; i++) {
    long value = x[i] % 5;
    #pragma omp task depend(inout: x[i]) firstprivate(value)
    x[i] += value + 1;
  }
}

static void serial_by_data(long* x, int n) {
  int i;
  for (i = 0; i < n; i++) x[i] += x[i] % 5 + 1;
}

static int is_same(void) { return memcmp(cell, expected, sizeof cell) == 0; }

int main(void) {
  unsigned long records = COUNTED(graph_counted, RECORDS), pure = COUNTED(graph_counted, PURE_REPLAYS),
                recaptures = COUNTED(graph_counted, RECAPTURES);
  int n = getenv("BLOCKS") ? atoi(getenv("BLOCKS")) : N, round, i;
  for (i = 0; i < N * N; i++) cell[i] = expected[i] = i % 5;
  bound = n - 1;
  #pragma omp parallel
  #pragma omp single
  for (round = 0; round < 6; round++) {
    /* The weight is 2, 2, 3, 2, 2, 2: one encounter has other values. */
    wavefront(cell, n, round == 2 ? 3 : 2);
    serial_wavefront(expected, n, round == 2 ? 3 : 2);
    CHECK(is_same());
    from_memory(cell);
    serial_from_memory(expected);
    CHECK(is_same());
    by_data(cell, n);
    serial_by_data(expected, n);
    CHECK(is_same());
  }
  CHECK_STATIC(records, 3, pure, 4 + 5, recaptures, 1 + 5);
  return finish();
}
