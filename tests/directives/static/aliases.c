/* SPDX-License-Identifier: Apache-2.0
 *
 * Arrays that the compiler takes for different ones and that are the same, or overlap, when the program runs: the
 * edges found at compile time would be too few. Such encounters execute the region's code.
 */
#include "static_check.h"

enum { N = 32 };

/* a[i] = 2 a[i] + i, then b[i] = a[i] + b[i]: with a == b a chain for each i. */
static void add(long* a, long* b) {
  int i;
  #pragma omp taskgraph
  for (i = 0; i < N; i++) {
    #pragma omp task depend(inout: a[i])
    a[i] = 2 * a[i] + i;
    #pragma omp task depend(in: a[i]) depend(inout: b[i])
    b[i] += a[i];
  }
}

static void serial_add(long* a, long* b) {
  int i;
  for (i = 0; i < N; i++) {
    a[i] = 2 * a[i] + i;
    b[i] += a[i];
  }
}

static long memory[3 * N], serial[3 * N];

/* From which elements on the two arrays begin in each encounter. */
static const int starts[][2] = {{0, 2 * N}, {0, 2 * N}, {0, 0}, {0, N / 2}, {0, 0}, {N / 2, 0}, {0, 2 * N}, {N, 2 * N}};

int main(void) {
  unsigned long records = COUNTED(graph_counted, RECORDS), pure = COUNTED(graph_counted, PURE_REPLAYS);
  unsigned e;
  for (e = 0; e < sizeof starts / sizeof starts[0]; e++) {
    #pragma omp parallel
    #pragma omp single
    add(memory + starts[e][0], memory + starts[e][1]);
    serial_add(serial + starts[e][0], serial + starts[e][1]);
    CHECK(memcmp(memory, serial, sizeof memory) == 0);
  }
  /* The four overlapping encounters: one recording, then its code again. */
  if (is_static()) {
    CHECK_SINCE(graph_counted, RECORDS, records, 1);
    CHECK_SINCE(graph_counted, PURE_REPLAYS, pure, 3);
  }
  return finish();
}
