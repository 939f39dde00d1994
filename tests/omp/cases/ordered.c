// SPDX-License-Identifier: Apache-2.0
//
// ordered in all its forms: with every schedule, simd, and the cross-iteration dependences of doacross loops.
#include "omp/cases/cases.h"

int main(int n_arguments, char** arguments) { return cases_main(n_arguments, arguments); }

enum { kN = 90 };
static int log_[kN], logged;

static void append(int value) {
  if (logged < kN) log_[logged++] = value;
}
static void expect_log(void) {
  CHECK_EQ(logged, kN);
  for (int i = 0; i < logged; i++) CHECK_EQ(log_[i], i);
  logged = 0;
}

#define ORDERED(name, clauses)                               \
  CASE(name, "for ordered " #clauses) {                      \
    PRAGMA(parallel for ordered clauses)                     \
    for (int i = 0; i < kN; i++) {                           \
      PRAGMA(ordered) append(i);                             \
    }                                                        \
    expect_log();                                            \
    PRAGMA(parallel for ordered clauses)                     \
    for (unsigned long long i = 5 * kN; i > 0; i -= 5) {     \
      if (i > 5 * (kN - 1)) continue;                        \
      PRAGMA(ordered threads) append((int)(kN - 1 - i / 5)); \
    }                                                        \
    append(kN - 1);                                          \
    expect_log();                                            \
    PRAGMA(parallel for ordered collapse(2) clauses)         \
    for (int i = 0; i < 9; i++)                              \
      for (int j = 0; j < 10; j++) {                         \
        PRAGMA(ordered) append(i * 10 + j);                  \
      }                                                      \
    expect_log();                                            \
  }

ORDERED(ordered, )
ORDERED(ordered_static, schedule(static))
ORDERED(ordered_static_chunk, schedule(static, 2))
ORDERED(ordered_dynamic, schedule(dynamic))
ORDERED(ordered_dynamic_chunk, schedule(dynamic, 4))
ORDERED(ordered_guided, schedule(guided))
ORDERED(ordered_monotonic, schedule(monotonic : dynamic, 3))
ORDERED(ordered_auto, schedule(auto))
ORDERED(ordered_runtime, schedule(runtime))

CASE(ordered_simd, "ordered simd") {
  int sum = 0;
#pragma omp simd
  for (int i = 0; i < kN; i++) {
#pragma omp ordered simd
    sum += i;
  }
  CHECK_EQ(sum, kN * (kN - 1) / 2);
}

#ifdef __clang__
CASE_NOT_BUILT("for simd ordered, ordered threads simd", "clang 19 compiles it as if there were no ordered")
#else
CASE(for_simd_ordered, "for simd ordered, ordered threads simd") {
#pragma omp parallel for simd ordered
  for (int i = 0; i < kN; i++) {
#pragma omp ordered threads simd
    append(i);
  }
  expect_log();
}
#endif

CASE(ordered_linear_lastprivate, "for ordered linear lastprivate") {
  int last = 0, step = 4;
#pragma omp parallel for ordered linear(step : 2) lastprivate(last)
  for (int i = 0; i < kN; i++) {
#pragma omp ordered
    append((step - 4) / 2);
    step += 2;
    last = i;
  }
  expect_log();
  CHECK_EQ(last, kN - 1);
}

#define CHAIN(name, text, schedule_clause, type, first, condition, step, before, position) \
  CASE(name, text) {                                                                       \
    static long line[kN + 2];                                                              \
    memset(line, 0, sizeof line);                                                          \
    line[0] = 1;                                                                           \
    PRAGMA(parallel for ordered(1) schedule_clause)                                        \
    for (type i = first; condition; step) {                                                \
      PRAGMA(ordered depend(sink : before))                                                \
      line[position] = line[position - 1] * 3 % 100003 + (long)(position);                 \
      PRAGMA(ordered depend(source))                                                       \
    }                                                                                      \
    long value = 1;                                                                        \
    for (int i = 1; i <= kN; i++) CHECK_EQ(line[i], value = value * 3 % 100003 + i);       \
  }
CHAIN(chain, "ordered(1) depend(sink), depend(source)", , int, 1, i <= kN, i++, i - 1, i)
CHAIN(chain_static, "ordered(1) depend, schedule(static)", schedule(static), int, 1, i <= kN, i++, i - 1, i)
CHAIN(chain_chunk, "ordered(1) depend, schedule(static, 1)", schedule(static, 1), int, 1, i <= kN, i++, i - 1, i)
CHAIN(chain_dynamic, "ordered(1) depend, schedule(dynamic)", schedule(dynamic), int, 1, i <= kN, i++, i - 1, i)
CHAIN(chain_guided, "ordered(1) depend, schedule(guided)", schedule(guided), int, 1, i <= kN, i++, i - 1, i)
CHAIN(chain_runtime, "ordered(1) depend, schedule(runtime)", schedule(runtime), int, 1, i <= kN, i++, i - 1, i)
CHAIN(chain_down, "ordered(1) depend, counting down", schedule(dynamic, 2), int, kN, i > 0, i--, i + 1, kN + 1 - i)
CHAIN(chain_step, "ordered(1) depend, step 3", schedule(dynamic), long, 3, i <= 3 * kN, i += 3, i - 3, i / 3)
CHAIN(chain_ull, "ordered(1) depend, unsigned long long", schedule(dynamic), unsigned long long, 0x8000000000000001ULL,
      i <= 0x8000000000000000ULL + kN, i++, i - 1, i - 0x8000000000000000ULL)

enum { kRows = 12, kColumns = 10, kPlanes = 5 };

CASE(grid, "ordered(2) depend(sink) depend(sink)") {
  static long grid[kRows + 1][kColumns + 1];
  memset(grid, 0, sizeof grid);
#pragma omp parallel for ordered(2) schedule(dynamic)
  for (int i = 1; i <= kRows; i++)
    for (int j = 1; j <= kColumns; j++) {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
      grid[i][j] = (grid[i - 1][j] * 7 + grid[i][j - 1] * 5 + i + j) % 10007;
#pragma omp ordered depend(source)
    }
  long want[kRows + 1][kColumns + 1];
  memset(want, 0, sizeof want);
  for (int i = 1; i <= kRows; i++)
    for (int j = 1; j <= kColumns; j++)
      CHECK_EQ(grid[i][j], want[i][j] = (want[i - 1][j] * 7 + want[i][j - 1] * 5 + i + j) % 10007);
}

CASE_NOT_LIBOMP(skewed, "ordered(2) depend(sink) behind the end of the inner loop",
                "clang 19 gives each loop an iteration more than it has, and libomp waits for it") {
  static long grid[kRows + 1][kColumns + 2];
  memset(grid, 0, sizeof grid);
#pragma omp parallel for ordered(2) schedule(dynamic)
  for (int i = 1; i <= kRows; i++)
    for (int j = 1; j <= kColumns; j++) {
#pragma omp ordered depend(sink : i - 1, j + 1) depend(sink : i, j - 1)
      grid[i][j] = (grid[i - 1][j + 1] * 7 + grid[i][j - 1] * 5 + i + j) % 10007;
#pragma omp ordered depend(source)
    }
  long want[kRows + 1][kColumns + 2];
  memset(want, 0, sizeof want);
  for (int i = 1; i <= kRows; i++)
    for (int j = 1; j <= kColumns; j++)
      CHECK_EQ(grid[i][j], want[i][j] = (want[i - 1][j + 1] * 7 + want[i][j - 1] * 5 + i + j) % 10007);
}

CASE_NOT_LIBGOMP(
    chain_unsigned, "ordered(1) depend, unsigned",
    "gcc 12 extends the offset of such a sink with zeros, and libgomp waits for an iteration beyond the last") {
  static int line[kN];
  memset(line, 0, sizeof line);
#pragma omp parallel for ordered(1) schedule(static, 1)
  for (unsigned i = 0; i < kN; i++) {
#pragma omp ordered depend(sink : i - 1)
    line[i] = i ? line[i - 1] + 2 : 1;
#pragma omp ordered depend(source)
  }
  for (int i = 0; i < kN; i++) CHECK_EQ(line[i], 2 * i + 1);
}

CASE(cube, "ordered(3), sinks outside of the space") {
  static int cube[kRows][kColumns][kPlanes];
  memset(cube, 0, sizeof cube);
#pragma omp parallel for ordered(3) schedule(static, 1)
  for (int i = 0; i < kRows; i++)
    for (int j = kColumns - 1; j >= 0; j--)
      for (long k = 0; k < kPlanes; k++) {
#pragma omp ordered depend(sink : i - 1, j, k) depend(sink : i, j + 1, k) depend(sink : i, j, k - 1)
        const int before = i ? cube[i - 1][j][k] : 0;
        const int right = j + 1 < kColumns ? cube[i][j + 1][k] : 0;
        cube[i][j][k] = (before > right ? before : right) + 1;
#pragma omp ordered depend(source)
      }
  for (int i = 0; i < kRows; i++)
    for (int j = 0; j < kColumns; j++)
      for (int k = 0; k < kPlanes; k++) CHECK_EQ(cube[i][j][k], i + kColumns - j);
}

CASE(doacross_collapse, "collapse(2) ordered(2) depend") {
  static int grid[kRows][kColumns];
  memset(grid, 0, sizeof grid);
#pragma omp parallel for collapse(2) ordered(2) schedule(dynamic)
  for (int i = 0; i < kRows; i++)
    for (int j = 0; j < kColumns; j++) {
#pragma omp ordered depend(sink : i - 1, j)
      grid[i][j] = i ? grid[i - 1][j] + 1 : 1;
#pragma omp ordered depend(source)
    }
  for (int i = 0; i < kRows; i++)
    for (int j = 0; j < kColumns; j++) CHECK_EQ(grid[i][j], i + 1);
}

CASE(doacross_in_flight, "ordered(1) depend, nowait, thirty loops in flight") {
  static int line[30][11];
  memset(line, 0, sizeof line);
#pragma omp parallel
  for (int k = 0; k < 30; k++) {
#pragma omp for ordered(1) schedule(static, 1) nowait
    for (int i = 1; i <= 10; i++) {
#pragma omp ordered depend(sink : i - 1)
      line[k][i] = line[k][i - 1] + i;
#pragma omp ordered depend(source)
    }
  }
  for (int k = 0; k < 30; k++) CHECK_EQ(line[k][10], 55);
}
