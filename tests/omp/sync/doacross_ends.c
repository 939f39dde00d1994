/* SPDX-License-Identifier: Apache-2.0
 *
 * Sinks beyond the end of an inner loop: no iteration, so nobody waits for them. And a deep nest, where an iteration
 * more for each loop would make a number of iterations that no memory has room for.
 *
 * test: NOT_STOCK clang 'clang 19 gives each loop an iteration more than it has, and libomp 19 waits for it'
 */
#include <string.h>

#include "check.h"

enum { kRows = 60, kColumns = 40 };

static int steps[kRows][kColumns];

/* Each element is one more than the one above to the right, if there is one. */
static void check_steps(const char* what) {
  for (int i = 0; i < kRows; i++)
    for (int j = 0; j < kColumns; j++) {
      const int to_the_right = kColumns - j;
      if (!CHECK_EQ(steps[i][j], i + 1 < to_the_right ? i + 1 : to_the_right)) printf("with %s\n", what);
    }
  memset(steps, 0, sizeof steps);
}

#define PRAGMA(...) _Pragma(#__VA_ARGS__)

/* One iteration; the sink's variables are written as the loops' own directions need them. */
#define STEP(...)                                                                             \
  PRAGMA(omp ordered depend(sink : __VA_ARGS__))                                              \
  steps[row][column] = row > 0 && column + 1 < kColumns ? steps[row - 1][column + 1] + 1 : 1; \
  PRAGMA(omp ordered depend(source))

#define UPWARDS(...)                              \
  PRAGMA(omp parallel for ordered(2) __VA_ARGS__) \
  for (int i = 0; i < n_rows; i++)                \
    for (int j = 0; j < n_columns; j++) {         \
      const int row = i, column = j;              \
      STEP(i - 1, j + 1)                          \
    }                                             \
  check_steps("upwards, " #__VA_ARGS__);

#define DOWNWARDS(...)                                             \
  PRAGMA(omp parallel for ordered(2) __VA_ARGS__)                  \
  for (long i = n_rows - 1; i >= 0; i--)                           \
    for (long j = 3 * n_columns; j > 0; j -= 3) {                  \
      const long row = n_rows - 1 - i, column = n_columns - j / 3; \
      STEP(i + 1, j - 3)                                           \
    }                                                              \
  check_steps("downwards, " #__VA_ARGS__);

#define FOUR(DO, name) DO(name##0) DO(name##1) DO(name##2) DO(name##3)
#define SIXTEEN(DO, name) FOUR(DO, name##0) FOUR(DO, name##1) FOUR(DO, name##2) FOUR(DO, name##3)
#define FORTY_EIGHT(DO) SIXTEEN(DO, a) SIXTEEN(DO, b) SIXTEEN(DO, c)
#define LOOP(variable) for (int variable = 0; variable < n_times; variable++)
#define AND(variable) , variable

static void deep(const int n_rows, const int n_times) {
  int sum = 0;
#pragma omp parallel for ordered(49) schedule(static, 1)
  for (int i = 0; i < n_rows; i++) FORTY_EIGHT(LOOP) {
#pragma omp ordered depend(sink : i - 1 FORTY_EIGHT(AND))
      sum = 2 * i - sum;
#pragma omp ordered depend(source)
    }
  CHECK_EQ(sum, kRows);
}

int main(void) {
  volatile int rows = kRows, columns = kColumns;
  const int n_rows = rows, n_columns = columns;
  deep(n_rows, n_rows / kRows);
  UPWARDS(schedule(dynamic))
  UPWARDS(schedule(static))
  UPWARDS(schedule(static, 1))
  UPWARDS(schedule(guided))
  UPWARDS(collapse(2) schedule(dynamic))
  UPWARDS(collapse(2) schedule(static, 1))
  DOWNWARDS(schedule(dynamic))
  DOWNWARDS(schedule(static, 2))
  return check_finish();
}
