/* SPDX-License-Identifier: Apache-2.0
 *
 * taskgraph whose tasks have other dependences in some encounters: these are not replayed. Arrays that have only moved
 * are.
 *
 * test: STANDARDS c17 ENV RONDO_GRAPH_WAY=spread
 * test: STDERR_MAY 'aliasing\.c:[0-9]+ does not fit its record: its tasks have other'
 */
#include "directive_check.h"

#define N 32
#define ROUNDS 24

static long buffer[3 * N], expected[3 * N];
static int indices[N];

static void linger(void) {
  volatile int i;
  for (i = 0; i < 2000; i++) continue;
}

static void shift(const long *from, long *to) {
  int i;
  #pragma omp taskgraph
  for (i = 0; i < N; i++) {
    #pragma omp task depend(in: from[i]) depend(out: to[i]) firstprivate(from, to, i)
    {
      long value = from[i];
      if (i % 8 == 0) linger();
      to[i] = value * 3 % 10007 + 1;
    }
  }
}

static void serial_shift(const long *from, long *to) {
  int i;
  for (i = 0; i < N; i++) to[i] = from[i] * 3 % 10007 + 1;
}

/* Apart, elsewhere, and now and then each task reads what the one before it has written. */
static void overlapping(void) {
  unsigned long plain = COUNTED(graph_counted, PLAIN);
  int round;
  for (round = 0; round < ROUNDS; round++) {
    int from = round % 3 == 1 ? N : 0, to = round % 6 == 5 ? from + 1 : round % 2 ? 2 * N : N - from;
    if (from == to) to = 2 * N;
    shift(buffer + from, buffer + to);
    serial_shift(expected + from, expected + to);
    CHECK(memcmp(buffer, expected, sizeof buffer) == 0);
  }
  CHECK_SINCE(graph_counted, PLAIN, plain, 0);
}

static void by_index(void) {
  int i;
  #pragma omp taskgraph
  for (i = 1; i < N; i++) {
    int from = indices[i];
    #pragma omp task depend(in: buffer[from]) depend(inout: buffer[i]) firstprivate(i, from)
    {
      if (i % 8 == 1) linger();
      buffer[i] = (buffer[i] * 5 + buffer[from]) % 10007;
    }
  }
}

static void indirect(void) {
  unsigned long mismatches = COUNTED(graph_counted, MISMATCHES);
  int round, i;
  for (round = 0; round < ROUNDS; round++) {
    for (i = 1; i < N; i++) indices[i] = round % 4 == 3 ? i - 1 : i * 7 % N;
    by_index();
    for (i = 1; i < N; i++) expected[i] = (expected[i] * 5 + expected[indices[i]]) % 10007;
    CHECK(memcmp(buffer, expected, sizeof buffer) == 0);
  }
  CHECK_SINCE(graph_counted, MISMATCHES, mismatches, ROUNDS / 4);
}

int main(void) {
  int i;
  for (i = 0; i < 3 * N; i++) buffer[i] = expected[i] = i;
  #pragma omp parallel
  {
    #pragma omp single
    {
      overlapping();
      indirect();
    }
  }
  return finish();
}
