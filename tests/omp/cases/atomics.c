// SPDX-License-Identifier: Apache-2.0
//
// atomic: every form on every type, all threads on the same variable; memory orders, hints, compare.
//
// test: LIBS -latomic
#include <complex.h>
#include <stdbool.h>
#include <stdint.h>

#include "omp/cases/cases.h"

int main(int n_arguments, char** arguments) { return cases_main(n_arguments, arguments); }

enum { kRounds = 40 };

// Additions and what undoes them, in every form that may stand in a program; captured values are counted.
#define ADDITIVE(type)                                                       \
  {                                                                          \
    type v = 1, zero = 3, got = 0;                                           \
    int odd = 0;                                                             \
    PRAGMA(parallel firstprivate(got) reduction(+ : odd))                    \
    for (int i = 0; i < kRounds; i++) {                                      \
      PRAGMA(atomic) v += 1;                                                 \
      PRAGMA(atomic update) v = v + 1;                                       \
      PRAGMA(atomic) v = 1 + v;                                              \
      PRAGMA(atomic) v -= 2;                                                 \
      PRAGMA(atomic) v = v - 1;                                              \
      PRAGMA(atomic) zero = 3 - zero; /* not associative: 3 and 0 in turn */ \
      PRAGMA(atomic) zero = 3 - zero;                                        \
      PRAGMA(atomic capture) got = v += 2;                                   \
      odd += got == 0;                                                       \
      PRAGMA(atomic capture) {                                               \
        got = v;                                                             \
        v += 1;                                                              \
      }                                                                      \
      PRAGMA(atomic capture) {                                               \
        v -= 1;                                                              \
        got = v;                                                             \
      }                                                                      \
      PRAGMA(atomic capture) {                                               \
        got = v;                                                             \
        v = v - 1;                                                           \
      }                                                                      \
      PRAGMA(atomic capture) got = v = v - 1;                                \
      PRAGMA(atomic read) got = v;                                           \
      odd += got == 0;                                                       \
    }                                                                        \
    CHECK(v == 1);                                                           \
    CHECK(zero == 3);                                                        \
    PRAGMA(atomic write) v = 77;                                             \
    PRAGMA(atomic capture) {                                                 \
      got = v;                                                               \
      v = 5;                                                                 \
    }                                                                        \
    CHECK(got == 77 && v == 5);                                              \
    PRAGMA(atomic) v *= 3;                                                   \
    PRAGMA(atomic) v = v * 2;                                                \
    PRAGMA(atomic) v /= 5;                                                   \
    PRAGMA(atomic) v = 36 / v;                                               \
    CHECK(v == 6);                                                           \
    PRAGMA(atomic capture) {                                                 \
      v *= 2;                                                                \
      got = v;                                                               \
    }                                                                        \
    CHECK(got == 12);                                                        \
    PRAGMA(atomic capture) {                                                 \
      got = v;                                                               \
      v /= 4;                                                                \
    }                                                                        \
    CHECK(got == 12 && v == 3);                                              \
    (void)odd;                                                               \
  }
#define COUNTING(type)                  \
  {                                     \
    type v = 9, got = 0;                \
    PRAGMA(parallel firstprivate(got))  \
    for (int i = 0; i < kRounds; i++) { \
      PRAGMA(atomic) v++;               \
      PRAGMA(atomic)-- v;               \
      PRAGMA(atomic capture) got = v++; \
      PRAGMA(atomic capture) got = --v; \
      PRAGMA(atomic capture) {          \
        ++v;                            \
        got = v;                        \
      }                                 \
      PRAGMA(atomic capture) {          \
        got = v;                        \
        v--;                            \
      }                                 \
    }                                   \
    CHECK(v == 9);                      \
    (void)got;                          \
  }
#define BITS(type)                                                     \
  {                                                                    \
    type v = 0, all = (type) ~(type)0, x = 0, shifted = 1, got = 0;    \
    PRAGMA(parallel firstprivate(got))                                 \
    for (int i = 0; i < kRounds; i++) {                                \
      PRAGMA(atomic) v |= (type)1 << i % 6;                            \
      PRAGMA(atomic) all &= (type) ~((type)1 << i % 6);                \
      PRAGMA(atomic) x ^= 21;                                          \
      PRAGMA(atomic capture) {                                         \
        got = x;                                                       \
        x = x ^ 21;                                                    \
      }                                                                \
      PRAGMA(atomic capture) got = v |= 1;                             \
      PRAGMA(atomic capture) {                                         \
        all = all & 127;                                               \
        got = all;                                                     \
      }                                                                \
    }                                                                  \
    PRAGMA(atomic) shifted <<= 4;                                      \
    PRAGMA(atomic) shifted = shifted << 1;                             \
    PRAGMA(atomic) shifted >>= 2;                                      \
    PRAGMA(atomic capture) got = shifted = shifted >> 1;               \
    CHECK(v == 63 && all == 64 && x == 0 && shifted == 4 && got == 4); \
  }
#define INTEGER(name, text, type) \
  CASE(name, "atomic on " text) { ADDITIVE(type) COUNTING(type) BITS(type) }
INTEGER(on_char, "char", char)
INTEGER(on_signed_char, "signed char", signed char)
INTEGER(on_unsigned_char, "unsigned char", unsigned char)
INTEGER(on_short, "short", short)
INTEGER(on_unsigned_short, "unsigned short", unsigned short)
INTEGER(on_int, "int", int)
INTEGER(on_unsigned, "unsigned", unsigned)
INTEGER(on_long, "long", long)
INTEGER(on_unsigned_long, "unsigned long", unsigned long)
INTEGER(on_long_long, "long long", long long)
INTEGER(on_unsigned_long_long, "unsigned long long", unsigned long long)
CASE(on_float, "atomic on float"){ADDITIVE(float) COUNTING(float)} CASE(on_double, "atomic on double"){
    ADDITIVE(double)
        COUNTING(double)} CASE(on_long_double, "atomic on long double"){ADDITIVE(long double) COUNTING(long double)}
#define COMPLEX(name, text, type)              \
  CASE(name, "atomic on " text) {              \
    type v = 1, got = 0;                       \
    PRAGMA(parallel firstprivate(got))         \
    for (int i = 0; i < kRounds; i++) {        \
      PRAGMA(atomic) v += 1;                   \
      PRAGMA(atomic) v -= 2 * (type)I;         \
      PRAGMA(atomic) v *= (type)I;             \
      PRAGMA(atomic) v /= (type)I;             \
      PRAGMA(atomic) v = v - 1;                \
      PRAGMA(atomic) v = 2 * (type)I + v;      \
    }                                          \
    PRAGMA(atomic write) v = 3;                \
    PRAGMA(parallel firstprivate(got))         \
    for (int i = 0; i < kRounds; i++) {        \
      PRAGMA(atomic) v += 1 + (type)I;         \
      PRAGMA(atomic) v -= 1 + (type)I;         \
    }                                          \
    PRAGMA(atomic) v *= (type)I;               \
    PRAGMA(atomic read) got = v;               \
    CHECK(creal(got) == 0 && cimag(got) == 3); \
  }
#ifdef __clang__
COMPLEX(on_float_complex, "float complex", float _Complex) COMPLEX(on_double_complex, "double complex", double _Complex)
#else
CASE_NOT_BUILT("atomic on float complex", "gcc takes no complex numbers here")
    CASE_NOT_BUILT("atomic on double complex", "gcc takes no complex numbers here")
#endif

    CASE(on_bool, "atomic on bool") {
  bool flag = false, got = true;
#pragma omp parallel firstprivate(got)
  for (int i = 0; i < kRounds; i++) {
#pragma omp atomic
    flag |= i == 3;
#pragma omp atomic read
    got = flag;
  }
  CHECK(flag);
#pragma omp atomic write
  flag = false;
  CHECK(!flag);
}

CASE(on_pointer, "atomic on a pointer") {
  static int objects[4];
  int *p = objects, *got = NULL;
#pragma omp parallel firstprivate(got)
  for (int i = 0; i < kRounds; i++) {
#pragma omp atomic write
    p = &objects[i % 4];
#pragma omp atomic read
    got = p;
    CHECK(got >= objects && got < objects + 4);
  }
}

CASE(orders, "atomic seq_cst | acq_rel | acquire | release | relaxed") {
  int v = 0, got = 0;
#pragma omp parallel firstprivate(got)
  for (int i = 0; i < kRounds; i++) {
#pragma omp atomic seq_cst
    v++;
#pragma omp atomic update release
    v++;
#pragma omp atomic relaxed
    v--;
#pragma omp atomic capture acq_rel
    got = v--;
#pragma omp atomic read acquire
    got = v;
#pragma omp atomic read seq_cst
    got = v;
#pragma omp atomic read relaxed
    got = v;
#pragma omp atomic capture seq_cst
    {
      v += 1;
      got = v;
    }
#pragma omp atomic capture acquire
    got = --v;
  }
  CHECK_EQ(v, 0);
#pragma omp atomic write release
  v = 4;
#pragma omp atomic write seq_cst
  v = 5;
#pragma omp atomic write relaxed
  v = 6;
  CHECK_EQ(v, 6);
  (void)got;
}

CASE(hints, "atomic hint") {
  int v = 0, got = 0;
#pragma omp parallel firstprivate(got)
  for (int i = 0; i < kRounds; i++) {
#pragma omp atomic hint(omp_sync_hint_contended)
    v++;
#pragma omp atomic capture hint(omp_sync_hint_uncontended)
    got = v--;
#pragma omp atomic read hint(omp_sync_hint_none)
    got = v;
  }
  CHECK_EQ(v, 0);
  (void)got;
}

CASE(on_elements, "atomic on elements and members") {
  struct {
    int a;
    double b;
  } s[3] = {{0, 0}, {0, 0}, {0, 0}};
#pragma omp parallel
  for (int i = 0; i < 3 * kRounds; i++) {
#pragma omp atomic
    s[i % 3].a += i % 3;
#pragma omp atomic
    s[i % 3].b -= 0.5;
  }
  const int n = kRounds * omp_get_max_threads();
  for (int i = 0; i < 3; i++) CHECK(s[i].a == i * n && s[i].b == -0.5 * n);
}

CASE(mixed_types, "atomic update of one type by another") {
  int i = 10;
  unsigned char c = 200;
  float f = 1;
  double d = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp atomic
    i += 2.5; /* computed as a double, stored as an int */
#pragma omp atomic
    c += 100;
#pragma omp atomic
    f *= 2.0L;
#pragma omp atomic
    d += 3;
  }
  CHECK_EQ(i, 14);
  CHECK_EQ(c, (unsigned char)400);
  CHECK(f == 4 && d == 6);
}

#define COMPARE(name, text, type)                         \
  CASE(name, "atomic compare on " text) {                 \
    type low = 100, high = 0, same = 1;                   \
    PRAGMA(parallel)                                      \
    for (int i = 0; i < kRounds; i++) {                   \
      type x = (type)(i * 7 % 41 + 2);                    \
      PRAGMA(atomic compare) if (low > x) { low = x; }    \
      PRAGMA(atomic compare) if (high < x) { high = x; }  \
      PRAGMA(atomic compare) if (same == 1) { same = 5; } \
    }                                                     \
    CHECK(low == 2 && high == 42 && same == 5);           \
  }
COMPARE(compare_char, "signed char", signed char)
COMPARE(compare_unsigned_char, "unsigned char", unsigned char)
COMPARE(compare_short, "short", short)
COMPARE(compare_int, "int", int)
COMPARE(compare_unsigned, "unsigned", unsigned)
COMPARE(compare_long_long, "long long", long long)
COMPARE(compare_unsigned_long_long, "unsigned long long", unsigned long long)

CASE(compare_conditional, "atomic compare, conditional expressions") {
  int low = 9, high = 9, same = 5;
#pragma omp atomic compare
  low = low > 1 ? 1 : low;
#pragma omp atomic compare
  high = high < 43 ? 43 : high;
#pragma omp atomic compare
  same = same == 5 ? 6 : same;
  CHECK(low == 1 && high == 43 && same == 6);
}

CASE(compare_capture, "atomic compare capture") {
  int wins = 0, owner = 0;
#pragma omp parallel reduction(+ : wins)
  for (int i = 0; i < kRounds; i++) {
    int won = 0, before = -1;
#pragma omp atomic compare capture
    {
      won = owner == 0;
      if (won) {
        owner = 1;
      }
    }
    wins += won != 0;  // clang 19 stores -1
#pragma omp atomic compare capture seq_cst
    {
      before = owner;
      if (owner == 2) {
        owner = 3;
      }
    }
    CHECK(before == 1);
  }
  CHECK_EQ(wins, 1);
  CHECK_EQ(owner, 1);
}
#ifdef __clang__
CASE(compare_weak, "atomic compare weak, fail") {
  int v = 1;
#pragma omp atomic compare weak seq_cst
  if (v == 1) {
    v = 2;
  }
#pragma omp atomic compare seq_cst fail(acquire)
  if (v == 2) {
    v = 3;
  }
  CHECK(v == 3 || v == 1);
}
#else
CASE(compare_weak, "atomic compare weak, fail") {
  int v = 2;
#pragma omp atomic compare weak
  if (v == 7) {
    v = 9;
  }
#pragma omp atomic compare seq_cst fail(acquire)
  if (v == 2) {
    v = 3;
  }
  CHECK_EQ(v, 3);
}
#endif
