// SPDX-License-Identifier: Apache-2.0
//
// Worksharing loops: every schedule and modifier with every kind of loop variable; what else a loop's clauses say.
#include <limits.h>

#include "omp/cases/cases.h"

int main(int n_arguments, char** arguments) { return cases_main(n_arguments, arguments); }

enum { kN = 211 };
static int count[kN];

static void expect_each_once(const char* what) {
  for (int i = 0; i < kN; i++)
    if (count[i] != 1) check_differs(what, i, "count", count[i], 1);
  memset(count, 0, sizeof count);
}

// One loop in each shape that compilers lower differently; `clauses` is a schedule clause or empty.
#define EACH_SHAPE(clauses)                                                           \
  PRAGMA(parallel for clauses)                                                        \
  for (int i = 0; i < kN; i++) count[i]++;                                            \
  expect_each_once("int, up");                                                        \
  PRAGMA(parallel for clauses)                                                        \
  for (int i = kN - 1; i >= 0; i -= 1) count[i]++;                                    \
  expect_each_once("int, down");                                                      \
  PRAGMA(parallel for clauses)                                                        \
  for (unsigned i = 3; i < 3 + 2 * kN; i += 2) count[(i - 3) / 2]++;                  \
  expect_each_once("unsigned");                                                       \
  PRAGMA(parallel for clauses)                                                        \
  for (long long i = -7LL * kN; i < 0; i += 7) count[(i + 7LL * kN) / 7]++;           \
  expect_each_once("long long");                                                      \
  PRAGMA(parallel for clauses)                                                        \
  for (long i = -kN; i != 0; i++) count[i + kN]++;                                    \
  expect_each_once("long, !=");                                                       \
  PRAGMA(parallel for clauses)                                                        \
  for (unsigned long long i = ULLONG_MAX - 5; i > ULLONG_MAX - 5 - 3ULL * kN; i -= 3) \
    count[(ULLONG_MAX - 5 - i) / 3]++;                                                \
  expect_each_once("unsigned long long, down from the greatest");                     \
  PRAGMA(parallel for clauses)                                                        \
  for (unsigned char i = 7; i < 7 + kN; i++) count[i - 7]++;                          \
  expect_each_once("unsigned char");                                                  \
  {                                                                                   \
    int* begin = count;                                                               \
    PRAGMA(parallel for clauses)                                                      \
    for (int* p = begin; p < begin + kN; p++) ++*p;                                   \
    expect_each_once("pointer");                                                      \
  }                                                                                   \
  PRAGMA(parallel) {                                                                  \
    PRAGMA(for clauses nowait)                                                        \
    for (int i = 0; i < 100; i++) count[i]++;                                         \
    PRAGMA(for clauses nowait)                                                        \
    for (unsigned long long i = 100; i < kN; i++) count[i]++;                         \
    PRAGMA(for clauses)                                                               \
    for (int i = 0; i < 0; i++) count[i]++;                                           \
  }                                                                                   \
  expect_each_once("nowait");                                                         \
  PRAGMA(parallel for clauses collapse(2))                                            \
  for (int i = 0; i < 15; i++)                                                        \
    for (int j = 14; j > 0; j--) count[i * 14 + j - 1]++;                             \
  count[210]++;                                                                       \
  expect_each_once("collapse(2)");                                                    \
  PRAGMA(parallel for clauses collapse(3))                                            \
  for (long i = 0; i < 5; i++)                                                        \
    for (unsigned long long j = 0; j < 6; j++)                                        \
      for (short k = 0; k < 7; k++) count[(i * 6 + j) * 7 + k]++;                     \
  count[210]++;                                                                       \
  expect_each_once("collapse(3)");

CASE(no_schedule, "for"){EACH_SHAPE()} CASE(schedule_static, "for schedule(static)"){
    EACH_SHAPE(schedule(static))} CASE(schedule_static_chunk, "for schedule(static, 4)"){
    EACH_SHAPE(schedule(static, 4))} CASE(schedule_dynamic, "for schedule(dynamic)"){
    EACH_SHAPE(schedule(dynamic))} CASE(schedule_dynamic_chunk, "for schedule(dynamic, 5)"){
    EACH_SHAPE(schedule(dynamic, 5))} CASE(schedule_guided, "for schedule(guided)"){
    EACH_SHAPE(schedule(guided))} CASE(schedule_guided_chunk, "for schedule(guided, 3)"){
    EACH_SHAPE(schedule(guided, 3))} CASE(schedule_auto, "for schedule(auto)"){
    EACH_SHAPE(schedule(auto))} CASE(schedule_monotonic_static, "for schedule(monotonic: static, 2)"){
    EACH_SHAPE(schedule(monotonic : static, 2))} CASE(schedule_monotonic_dynamic,
                                                      "for schedule(monotonic: dynamic, 2)"){
    EACH_SHAPE(schedule(monotonic : dynamic, 2))} CASE(schedule_monotonic_guided, "for schedule(monotonic: guided)"){
    EACH_SHAPE(schedule(monotonic : guided))} CASE(schedule_nonmonotonic_static, "for schedule(nonmonotonic: static)"){
    EACH_SHAPE(schedule(nonmonotonic : static))} CASE(schedule_nonmonotonic_dynamic,
                                                      "for schedule(nonmonotonic: dynamic)"){
    EACH_SHAPE(schedule(nonmonotonic : dynamic))} CASE(schedule_nonmonotonic_guided,
                                                       "for schedule(nonmonotonic: guided, 2)"){
    EACH_SHAPE(schedule(nonmonotonic : guided, 2))}
#define RUNTIME(name, text, kind, chunk)          \
  CASE(name, "for schedule(runtime), " text) {    \
    omp_set_schedule((omp_sched_t)(kind), chunk); \
    EACH_SHAPE(schedule(runtime))                 \
    EACH_SHAPE(schedule(monotonic : runtime))     \
    EACH_SHAPE(schedule(nonmonotonic : runtime))  \
  }
RUNTIME(runtime_static, "omp_sched_static", omp_sched_static,
        0) RUNTIME(runtime_static_chunk, "omp_sched_static, 6", omp_sched_static,
                   6) RUNTIME(runtime_dynamic, "omp_sched_dynamic", omp_sched_dynamic, 0)
    RUNTIME(runtime_dynamic_chunk, "omp_sched_dynamic, 9", omp_sched_dynamic, 9)
        RUNTIME(runtime_guided, "omp_sched_guided", omp_sched_guided, 2) RUNTIME(runtime_auto, "omp_sched_auto",
                                                                                 omp_sched_auto, 0)
            RUNTIME(runtime_monotonic, "omp_sched_monotonic", (int)omp_sched_dynamic | (int)omp_sched_monotonic, 4)

                CASE_NOT_LIBOMP(schedule_simd_static, "for simd schedule(simd: static, 8)",
                                "libomp 19 does not set the stride of such a loop, and iterations run several times") {
#pragma omp parallel for simd schedule(simd : static, 8)
  for (int i = 0; i < kN; i++) count[i]++;
  expect_each_once("for simd static");
}

CASE(schedule_simd_dynamic, "for simd schedule(monotonic, simd: dynamic, 8)") {
#pragma omp parallel for simd schedule(monotonic, simd : dynamic, 8)
  for (int i = 0; i < kN; i++) count[i]++;
  expect_each_once("for simd dynamic");
}

CASE(order_concurrent, "for order(concurrent)") {
#pragma omp parallel for order(concurrent)
  for (int i = 0; i < kN; i++) count[i]++;
  expect_each_once("order(concurrent)");
#pragma omp parallel for order(reproducible : concurrent) schedule(static)
  for (int i = 0; i < kN; i++) count[i]++;
  expect_each_once("reproducible");
#pragma omp parallel for order(unconstrained : concurrent)
  for (int i = 0; i < kN; i++) count[i]++;
  expect_each_once("unconstrained");
}

CASE(triangle, "for collapse(2) of a non-rectangular nest") {
  static int grid[40][41];
  memset(grid, 0, sizeof grid);
#pragma omp parallel for collapse(2)
  for (int i = 0; i < 40; i++)
    for (int j = i; j <= 40; j++) grid[i][j]++;
#pragma omp parallel for simd collapse(2)
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < i; j++) grid[i][j] += 2;
  for (int i = 0; i < 40; i++)
    for (int j = 0; j <= 40; j++) CHECK_EQ(grid[i][j], j >= i ? 1 : 2);
}

CASE(loop_private, "for private") {
  int x = 5;
#pragma omp parallel for private(x)
  for (int i = 0; i < kN; i++) {
    x = i;
    count[x]++;
  }
  expect_each_once("private");
  CHECK_EQ(x, 5);
}

CASE(loop_firstprivate, "for firstprivate") {
  int base = 3, wrong = 0;
  int list[4] = {1, 2, 3, 4};
#pragma omp parallel shared(wrong)
  {
#pragma omp for firstprivate(base, list) schedule(dynamic)
    for (int i = 0; i < kN; i++) {
      if (base < 3 || list[0] != base - 2) {
#pragma omp atomic
        wrong++;
      }
      base++;
      list[0]++;
      count[i]++;
    }
  }
  expect_each_once("firstprivate");
  CHECK_EQ(wrong, 0);
  CHECK_EQ(base, 3);
  CHECK_EQ(list[0], 1);
}

CASE(loop_lastprivate, "for lastprivate") {
  int x = -1, array[3] = {0};
#pragma omp parallel for lastprivate(x, array) schedule(static, 2)
  for (int i = 0; i < kN; i++) {
    x = i;
    array[2] = 2 * i;
  }
  CHECK_EQ(x, kN - 1);
  CHECK_EQ(array[2], 2 * (kN - 1));
#pragma omp parallel for lastprivate(x) firstprivate(x) schedule(guided)
  for (unsigned long long i = 0; i < kN; i++) x = 7 + (int)i;
  CHECK_EQ(x, 6 + kN);
  int i;
#pragma omp parallel for lastprivate(i)
  for (i = 0; i < kN; i += 2) count[i]++;
  CHECK_EQ(i, kN + 1);
  memset(count, 0, sizeof count);
}

CASE(loop_linear, "for linear") {
  int x = 10, y = 0;
#pragma omp parallel for linear(x : 3) linear(y)
  for (int i = 0; i < kN; i++) {
    if (x == 10 + 3 * i && y == i) count[i]++;
    x += 3;
    y++;
  }
  expect_each_once("linear");
  CHECK_EQ(x, 10 + 3 * kN);
  CHECK_EQ(y, kN);
}

CASE(loop_allocate, "for allocate") {
  int x = 2;
#pragma omp parallel for firstprivate(x) allocate(omp_default_mem_alloc : x)
  for (int i = 0; i < kN; i++) count[i] += x - 1;
  expect_each_once("allocate");
}

CASE(loop_if_num_threads, "parallel for if, num_threads") {
  for (int on = 0; on < 2; on++) {
    int size = 0;
#pragma omp parallel for if (parallel : on) num_threads(2) schedule(dynamic, 10)
    for (int i = 0; i < kN; i++) {
      count[i]++;
#pragma omp atomic write
      size = omp_get_num_threads();
    }
    expect_each_once("if");
    CHECK_EQ(size, on ? 2 : 1);
  }
}

CASE(simd_clauses, "simd safelen simdlen linear aligned lastprivate nontemporal if") {
  static float a[kN] __attribute__((aligned(64)));
  int x = 0, last = 0;
#pragma omp simd simdlen(4) safelen(8) aligned(a : 64) linear(x : 2) lastprivate(last) if (simd : kN > 4)
  for (int i = 0; i < kN; i++) {
    a[i] = (float)x;
    x += 2;
    last = i;
  }
  for (int i = 0; i < kN; i++) CHECK(a[i] == 2.0f * i);
  CHECK_EQ(last, kN - 1);
  double sum = 0;
#pragma omp simd reduction(+ : sum) nontemporal(a) collapse(1) order(concurrent)
  for (int i = 0; i < kN; i++) sum += a[i];
  CHECK(sum == (double)kN * (kN - 1));
}

#pragma omp declare simd uniform(scale) linear(i : 1) notinbranch
__attribute__((noinline)) static int scaled(int i, int scale) { return i * scale; }
#pragma omp declare simd inbranch simdlen(4)
__attribute__((noinline)) static int halved(int x) { return x / 2; }

CASE(declare_simd, "declare simd") {
  int results[kN];
#pragma omp parallel for simd
  for (int i = 0; i < kN; i++) {
    results[i] = scaled(i, 3);
    if (i % 2) results[i] = halved(results[i]);
  }
  for (int i = 0; i < kN; i++) CHECK_EQ(results[i], i % 2 ? i * 3 / 2 : i * 3);
}

CASE(loop_bind, "loop bind(thread | parallel), order, collapse, lastprivate, reduction") {
  int sum = 0, last = 0;
#pragma omp parallel
#pragma omp loop bind(parallel) order(concurrent)
  for (int i = 0; i < kN; i++) count[i]++;
  expect_each_once("bind(parallel)");
#pragma omp loop bind(thread) collapse(2) reduction(+ : sum)
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j++) sum += i * j;
  CHECK_EQ(sum, 45 * 45);
#pragma omp parallel loop lastprivate(last) private(sum)
  for (last = 0; last < kN; last++) count[last]++;
  expect_each_once("parallel loop");
  CHECK_EQ(last, kN);
}

#ifdef __clang__
CASE(tile, "tile sizes") {
#pragma omp parallel for
#pragma omp tile sizes(8)
  for (int i = 0; i < kN; i++) count[i]++;
  expect_each_once("tile");
}
CASE(unroll, "unroll partial, full") {
#pragma omp parallel for
#pragma omp unroll partial(3)
  for (int i = 0; i < kN; i++) count[i]++;
  expect_each_once("unroll");
#pragma omp unroll full
  for (int i = 0; i < 4; i++) count[i]++;
  memset(count, 0, sizeof count);
}
#else
CASE_NOT_BUILT("tile sizes", "gcc 12 does not know it")
CASE_NOT_BUILT("unroll partial, full", "gcc 12 does not know it")
#endif

CASE(many_loops, "for nowait, a hundred loops in flight") {
  static int sum[100];
  memset(sum, 0, sizeof sum);
#pragma omp parallel
  for (int k = 0; k < 100; k++) {
#pragma omp for schedule(dynamic, 3) nowait
    for (int i = 0; i < 20; i++) {
#pragma omp atomic
      sum[k] += i;
    }
  }
  for (int k = 0; k < 100; k++) CHECK_EQ(sum[k], 190);
}

CASE(extreme_bounds, "for at the limits of long long and unsigned long long") {
  int visits = 0;
#pragma omp parallel for schedule(dynamic, 2) reduction(+ : visits)
  for (long long i = LLONG_MAX - 20; i < LLONG_MAX; i++) visits++;
  CHECK_EQ(visits, 20);
  visits = 0;
#pragma omp parallel for schedule(dynamic) reduction(+ : visits)
  for (long long i = LLONG_MIN + 40; i > LLONG_MIN; i -= 4) visits++;
  CHECK_EQ(visits, 10);
  visits = 0;
#pragma omp parallel for schedule(guided) reduction(+ : visits)
  for (unsigned long long i = 0; i < ULLONG_MAX - (1ULL << 60); i += 1ULL << 60) visits++;
  CHECK_EQ(visits, 15);
}
