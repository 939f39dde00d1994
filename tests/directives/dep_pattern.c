/* SPDX-License-Identifier: Apache-2.0
 *
 * Tasks with dep_pattern: a chain and a blocked product, each many times with other data, against serial.
 *
 * test: IN_CXX
 */
#include "directive_check.h"

#define N 8
#define TIMES 12

static long rows[TIMES][N], expected[TIMES][N];

static void chain(long *row, long seed) {
  int i;
  for (i = 1; i < N; i++) {
    #pragma omp task depend(in: row[i - 1]) depend(inout: row[i]) firstprivate(i, seed)
    row[i] += row[i - 1] * seed + i;
  }
  #pragma omp taskwait
}

static void serial_chain(long *row, long seed) {
  int i;
  for (i = 1; i < N; i++) row[i] += row[i - 1] * seed + i;
}

static void start(void) {
  int t;
  memset(rows, 0, sizeof rows);
  memset(expected, 0, sizeof expected);
  for (t = 0; t < TIMES; t++) {
    rows[t][0] = expected[t][0] = t + 1;
    serial_chain(expected[t], t + 2);
  }
}

int main(void) {
  unsigned long uses = COUNTED(patterns_counted, USES), patterns = COUNTED(patterns_counted, PATTERNS);
  int t;
  start();
  #pragma omp parallel
  #pragma omp single
  {
    for (t = 0; t < TIMES; t++) {
      long *row = rows[t];
      #pragma omp task dep_pattern("chain of 8") depend(inout: row[0]) firstprivate(row, t)
      chain(row, t + 2);
      /* One after the other, so that the first has recorded the pattern when the second asks for it. */
      #pragma omp taskwait
    }
  }
  CHECK(memcmp(rows, expected, sizeof rows) == 0);
  CHECK_SINCE(patterns_counted, PATTERNS, patterns, 1);
  CHECK_SINCE(patterns_counted, USES, uses, TIMES - 1);

  /* All at once, a tag that is computed, with the other clauses, and inside a region. */
  start();
  {
    const char *tags[2];
    tags[0] = "even";
    tags[1] = "odd";
    #pragma omp parallel default(none) shared(rows, tags) private(t)
    #pragma omp single
    {
      #pragma omp taskgraph
      for (t = 0; t < TIMES; t++) {
        long *row = rows[t];
        #pragma omp task replayable dep_pattern(tags[t % 2]) depend(inout: row[0]) firstprivate(row, t)
        {
          int i;
          for (i = 1; i < N; i++) {
            #pragma omp task depend(in: row[i - 1]) depend(inout: row[i]) firstprivate(i)
            row[i] += row[i - 1] * (t + 2) + i;
          }
        }
      }
    }
  }
  CHECK(memcmp(rows, expected, sizeof rows) == 0);
  return finish();
}
