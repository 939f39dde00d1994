// SPDX-License-Identifier: Apache-2.0
//
// Reductions: every operation on every type, on every construct that has the clause; arrays, declared, scan, tasks.
//
// test: LIBS -latomic
#include <complex.h>
#include <limits.h>
#include <stdbool.h>

#include "omp/cases/cases.h"

int main(int n_arguments, char** arguments) { return cases_main(n_arguments, arguments); }

enum { kN = 60 };

#define ARITHMETIC(type)                                                                     \
  {                                                                                          \
    type sum = 3, difference = 100, product = 2;                                             \
    PRAGMA(parallel for reduction(+ : sum) reduction(- : difference) reduction(* : product)) \
    for (int i = 0; i < kN; i++) {                                                           \
      sum += i % 2;                                                                          \
      difference -= 1;                                                                       \
      if (i % 20 == 0) product *= 3;                                                         \
    }                                                                                        \
    CHECK(sum == 33);                                                                        \
    CHECK(difference == 40);                                                                 \
    CHECK(product == 54);                                                                    \
  }
#define ORDERING(type)                                                                   \
  {                                                                                      \
    type low = 100, high = 1;                                                            \
    PRAGMA(parallel for reduction(min : low) reduction(max : high) schedule(dynamic, 3)) \
    for (int i = 0; i < kN; i++) {                                                       \
      const type x = (type)(i * 7 % 61 + 2);                                             \
      if (x < low) low = x;                                                              \
      if (x > high) high = x;                                                            \
    }                                                                                    \
    int least = 100, greatest = 0;                                                       \
    for (int i = 0; i < kN; i++) {                                                       \
      const int x = i * 7 % 61 + 2;                                                      \
      least = x < least ? x : least;                                                     \
      greatest = x > greatest ? x : greatest;                                            \
    }                                                                                    \
    CHECK(low == (type)least);                                                           \
    CHECK(high == (type)greatest);                                                       \
  }
#define BITWISE(type)                                                               \
  {                                                                                 \
    type all = 127, any = 0, parity = 5, both = 1, either = 0;                      \
    PRAGMA(parallel for reduction(& : all) reduction(| : any) reduction(^ : parity)               \
               reduction(&& : both) reduction(|| : either))                         \
    for (int i = 0; i < kN; i++) {                                                  \
      all &= (type) ~(1 << i % 3);                                                  \
      any |= (type)(1 << i % 6);                                                    \
      parity ^= (type)i;                                                            \
      both = both && i < kN;                                                        \
      either = either || i == 33;                                                   \
    }                                                                               \
    int want = 5;                                                                   \
    for (int i = 0; i < kN; i++) want ^= i;                                         \
    CHECK(all == 120 && any == 63 && parity == (type)want && both && either);       \
  }
#define INTEGER(name, text, type) \
  CASE(name, "reduction of " text) { ARITHMETIC(type) ORDERING(type) BITWISE(type) }
INTEGER(of_char, "char", char)
INTEGER(of_signed_char, "signed char", signed char)
INTEGER(of_unsigned_char, "unsigned char", unsigned char)
INTEGER(of_short, "short", short)
INTEGER(of_unsigned_short, "unsigned short", unsigned short)
INTEGER(of_int, "int", int)
INTEGER(of_unsigned, "unsigned", unsigned)
INTEGER(of_long, "long", long)
INTEGER(of_unsigned_long, "unsigned long", unsigned long)
INTEGER(of_long_long, "long long", long long)
INTEGER(of_unsigned_long_long, "unsigned long long", unsigned long long)
CASE(of_float, "reduction of float"){ARITHMETIC(float) ORDERING(float)} CASE(of_double, "reduction of double"){
    ARITHMETIC(double) ORDERING(double)} CASE(of_long_double, "reduction of long double"){
    ARITHMETIC(long double) ORDERING(long double)} CASE(of_float_complex, "reduction of float complex"){
    ARITHMETIC(float _Complex)} CASE(of_double_complex, "reduction of double complex"){
    ARITHMETIC(double _Complex)} CASE(of_bool, "reduction of bool") {
  bool both = true, either = false;
#pragma omp parallel for reduction(&& : both) reduction(|| : either)
  for (int i = 0; i < kN; i++) {
    both = both && i != 17;
    either = either || i == 17;
  }
  CHECK(!both && either);
}

CASE(on_parallel, "parallel reduction, several items") {
  int a = 1, b = 2;
  double c = 0.5;
#pragma omp parallel reduction(+ : a, b, c)
  {
    a++;
    b += 2;
    c += 0.25;
  }
  const int n = omp_get_max_threads();
  CHECK(a == 1 + n && b == 2 + 2 * n && c == 0.5 + n / 4.0);
}
CASE(on_for_nowait, "for reduction nowait") {
  int sum = 0;
#pragma omp parallel
  {
#pragma omp for reduction(+ : sum) nowait
    for (int i = 0; i < kN; i++) sum += i;
  }
  CHECK_EQ(sum, kN * (kN - 1) / 2);
}
#define ON_SCHEDULE(name, clause)                  \
  CASE(name, "for reduction " #clause) {           \
    long sum = 5;                                  \
    PRAGMA(parallel for reduction(+ : sum) clause) \
    for (long i = 0; i < kN; i++) sum += i;        \
    CHECK_EQ(sum, 5 + kN * (kN - 1) / 2);          \
  }
ON_SCHEDULE(on_static, schedule(static, 3))
ON_SCHEDULE(on_dynamic, schedule(dynamic, 3))
ON_SCHEDULE(on_guided, schedule(guided))
ON_SCHEDULE(on_runtime, schedule(runtime))
ON_SCHEDULE(on_auto, schedule(auto))

CASE(default_modifier, "reduction(default, ...)") {
  int sum = 0;
#pragma omp parallel for reduction(default, + : sum)
  for (int i = 0; i < kN; i++) sum += i;
  CHECK_EQ(sum, kN * (kN - 1) / 2);
}
CASE(on_sections, "sections reduction") {
  int sum = 1, low = 100;
#pragma omp parallel sections reduction(+ : sum) reduction(min : low)
  {
#pragma omp section
    sum += 10, low = 7 < low ? 7 : low;
#pragma omp section
    sum += 20, low = 3 < low ? 3 : low;
#pragma omp section
    sum += 30;
  }
  CHECK(sum == 61 && low == 3);
}
CASE(on_simd, "simd reduction") {
  double sum = 0;
#pragma omp simd reduction(+ : sum)
  for (int i = 0; i < kN; i++) sum += i;
  CHECK(sum == kN * (kN - 1) / 2);
  sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
  for (int i = 0; i < kN; i++) sum += i;
  CHECK(sum == kN * (kN - 1) / 2);
}
CASE(on_teams, "teams, distribute parallel for reduction") {
  int members = 0;
  long sum = 0;
#pragma omp teams num_teams(3) reduction(+ : members)
  members++;
  CHECK(members >= 1 && members <= 3);
#pragma omp teams distribute parallel for num_teams(2) reduction(+ : sum)
  for (int i = 0; i < kN; i++) sum += i;
  CHECK_EQ(sum, kN * (kN - 1) / 2);
}

CASE(of_array, "reduction of an array") {
  int bins[7] = {1, 1, 1, 1, 1, 1, 1};
#pragma omp parallel for reduction(+ : bins)
  for (int i = 0; i < 70; i++) bins[i % 7] += i / 7;
  for (int i = 0; i < 7; i++) CHECK_EQ(bins[i], 46);
}
CASE(of_section, "reduction of array sections") {
  int n = 7, store[10] = {0};
  int* bins = store + 1;
#pragma omp parallel for reduction(+ : bins[0 : n])
  for (int i = 0; i < 70; i++) bins[i % 7] += i / 7;
  for (int i = 0; i < 7; i++) CHECK_EQ(bins[i], 45);
  double grid[3][4];
  for (int i = 0; i < 12; i++) grid[i / 4][i % 4] = 1;
#pragma omp parallel for reduction(* : grid[1 : 2][0 : 4])
  for (int i = 0; i < 16; i++) grid[1 + i % 2][i / 2 % 4] *= 2;
  for (int i = 0; i < 12; i++) CHECK(grid[i / 4][i % 4] == (i < 4 ? 1 : 4));
}
CASE(of_vla, "reduction of a variable-length array") {
  int n = 9;
  long bins[n];
  for (int i = 0; i < n; i++) bins[i] = 0;
#pragma omp parallel for reduction(+ : bins[ : n])
  for (int i = 0; i < 90; i++) bins[i % n] += 1;
  for (int i = 0; i < n; i++) CHECK_EQ(bins[i], 10);
}

typedef struct {
  int least, greatest;
  char padding[90];
} range;
static void widen(range* to, const range* by) {
  if (by->least < to->least) to->least = by->least;
  if (by->greatest > to->greatest) to->greatest = by->greatest;
}
#pragma omp declare reduction(widen:range : widen(&omp_out, &omp_in)) \
    initializer(omp_priv = (range){INT_MAX, INT_MIN, {0}})
#pragma omp declare reduction(from_original:int : omp_out += omp_in) initializer(omp_priv = omp_orig - omp_orig)
#pragma omp declare reduction(times : double _Complex : omp_out *= omp_in) initializer(omp_priv = 1)

CASE(declared, "declare reduction, initializer") {
  range r = {50, 51, {0}};
#pragma omp parallel for reduction(widen : r) schedule(dynamic)
  for (int i = 0; i < 100; i++) {
    const range one = {(i * 7) % 101 - 3, (i * 7) % 101 - 3, {0}};
    widen(&r, &one);
  }
  CHECK(r.least == -3 && r.greatest == 97);
  double _Complex product = 1;
#pragma omp parallel for reduction(times : product)
  for (int i = 0; i < 8; i++) product *= I;
  CHECK(product == 1);
  int sum = 9;
#pragma omp parallel for reduction(from_original : sum)
  for (int i = 0; i < kN; i++) sum += i;
  CHECK_EQ(sum, 9 + kN * (kN - 1) / 2);
}
CASE(declared_array, "declare reduction of an array of structs") {
  range r[3] = {{0, 0, {0}}, {0, 0, {0}}, {0, 0, {0}}};
#pragma omp parallel for reduction(widen : r)
  for (int i = 0; i < 99; i++) {
    const range one = {-i, i, {0}};
    widen(&r[i % 3], &one);
  }
  for (int i = 0; i < 3; i++) CHECK(r[i].greatest == 96 + i && r[i].least == -96 - i);
}

static int input[kN], output[kN];
#define SCAN(name, text, kind, init, before, after)     \
  CASE(name, text) {                                    \
    for (int i = 0; i < kN; i++) input[i] = i % 13 + 1; \
    int x = init;                                       \
    PRAGMA(parallel for reduction(inscan, kind : x))    \
    for (int i = 0; i < kN; i++) {                      \
      before                                            \
    }                                                   \
    int want = init;                                    \
    for (int i = 0; i < kN; i++) {                      \
      after                                             \
    }                                                   \
    CHECK_EQ(x, want);                                  \
  }
#define GREATER(a, b) ((a) > (b) ? (a) : (b))
SCAN(scan_inclusive, "reduction(inscan, +), scan inclusive", +, 0, x += input[i];
     PRAGMA(scan inclusive(x)) output[i] = x;, want += input[i]; CHECK_EQ(output[i], want);)
SCAN(scan_exclusive, "reduction(inscan, +), scan exclusive", +, 0, output[i] = x;
     PRAGMA(scan exclusive(x)) x += input[i];, CHECK_EQ(output[i], want); want += input[i];)
SCAN(scan_max, "reduction(inscan, max), scan inclusive", max, INT_MIN, x = GREATER(x, input[i]);
     PRAGMA(scan inclusive(x)) output[i] = x;, want = GREATER(want, input[i]); CHECK_EQ(output[i], want);)
CASE(scan_simd, "simd reduction(inscan, +)") {
  int x = 0;
#pragma omp simd reduction(inscan, + : x)
  for (int i = 0; i < kN; i++) {
    x += i;
#pragma omp scan inclusive(x)
    output[i] = x;
  }
  for (int i = 0; i < kN; i++) CHECK_EQ(output[i], i * (i + 1) / 2);
}

// ---- tasks
CASE(task_reduction, "taskgroup task_reduction, task in_reduction") {
  int sum = 100, bins[3] = {0};
  double product = 1;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : sum, bins) task_reduction(* : product)
  for (int i = 0; i < kN; i++) {
#pragma omp task in_reduction(+ : sum, bins) in_reduction(* : product)
    {
      sum += i;
      bins[i % 3]++;
      if (i % 6 == 0) product *= 2;
#pragma omp task in_reduction(+ : sum)
      sum += 1;
#pragma omp taskwait
    }
  }
  CHECK_EQ(sum, 100 + kN * (kN - 1) / 2 + kN);
  for (int i = 0; i < 3; i++) CHECK_EQ(bins[i], kN / 3);
  CHECK(product == 1024);
}
CASE(task_reduction_section, "task_reduction of an array section, declared") {
  range r = {0, 0, {0}};
  int store[8] = {0};
  int* p = store;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(widen : r) task_reduction(+ : p[0 : 8])
  for (int i = 0; i < 40; i++)
#pragma omp task in_reduction(widen : r) in_reduction(+ : p[0 : 8])
  {
    const range one = {-i, i, {0}};
    widen(&r, &one);
    p[i % 8] += 1;
  }
  CHECK(r.least == -39 && r.greatest == 39);
  for (int i = 0; i < 8; i++) CHECK_EQ(store[i], 5);
}
#define TASK_MODIFIER(name, text, construct)     \
  CASE(name, text " reduction(task, ...)") {     \
    int sum = 10, members = 0;                   \
    PRAGMA(parallel) {                           \
      PRAGMA(construct reduction(task, + : sum)) \
      for (int i = 0; i < 20; i++) {             \
        sum += 1;                                \
        PRAGMA(task in_reduction(+ : sum))       \
        sum += i;                                \
      }                                          \
    }                                            \
    CHECK_EQ(sum, 10 + 20 + 190);                \
    (void)members;                               \
  }
TASK_MODIFIER(task_modifier_for, "for", for)
TASK_MODIFIER(task_modifier_dynamic, "for schedule(dynamic)", for schedule(dynamic, 2))
CASE(task_modifier_parallel, "parallel reduction(task, ...)") {
  int sum = 10;
#pragma omp parallel reduction(task, + : sum)
  {
    sum += 1;
#pragma omp task in_reduction(+ : sum)
    sum += 2;
  }
  CHECK_EQ(sum, 10 + 3 * omp_get_max_threads());
}
CASE(task_modifier_sections, "sections reduction(task, ...)") {
  int sum = 10;
#pragma omp parallel
#pragma omp sections reduction(task, + : sum)
  {
#pragma omp section
    {
#pragma omp task in_reduction(+ : sum)
      sum += 5;
    }
#pragma omp section
    sum += 7;
  }
  CHECK_EQ(sum, 22);
}
CASE(on_taskloop, "taskloop reduction, in_reduction, nogroup") {
  int sum = 0, other = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop reduction(+ : sum) grainsize(4)
    for (int i = 0; i < kN; i++) sum += i;
#pragma omp taskgroup task_reduction(+ : other)
    {
#pragma omp taskloop in_reduction(+ : other) nogroup num_tasks(5)
      for (int i = 0; i < kN; i++) other += 2 * i;
#pragma omp taskloop simd in_reduction(+ : other)
      for (int i = 0; i < kN; i++) other -= i;
    }
  }
  CHECK_EQ(sum, kN * (kN - 1) / 2);
  CHECK_EQ(other, kN * (kN - 1) / 2);
}
#ifdef __clang__
CASE_NOT_BUILT("scope reduction, reduction(task, ...)", "clang 19 knows scope but cannot compile it")
#else
CASE(on_scope, "scope reduction, reduction(task, ...)") {
  int sum = 0, other = 0;
#pragma omp parallel
  {
#pragma omp scope reduction(+ : sum)
    sum += 2;
#pragma omp scope reduction(task, + : other)
    {
#pragma omp task in_reduction(+ : other)
      other += 3;
    }
  }
  CHECK_EQ(sum, 2 * omp_get_max_threads());
  CHECK_EQ(other, 3 * omp_get_max_threads());
}
#endif
