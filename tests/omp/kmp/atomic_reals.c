/* SPDX-License-Identifier: Apache-2.0
 *
 * __kmpc_atomic_float* and cmplx*: each operation in each form, and the functions that take the operation from the
 * compiler, for every size. Operands are such that all results are exact.
 *
 * test: LEFT_OUT gcc 'libgomp has no __kmpc_ and kmp_ functions'
 */
#include <complex.h>
#include <omp.h>
#include <stdint.h>
#include <string.h>

#include "check.h"

int32_t __kmpc_global_thread_num(void* place);

#define FORMS(T, update, capture, x, e, want)                 \
  do {                                                        \
    void update(void*, int32_t, T*, T);                       \
    T capture(void*, int32_t, T*, T, int32_t);                \
    T variable = x;                                           \
    update(NULL, gtid, &variable, e);                         \
    CHECK(variable == (T)(want));                             \
    variable = x;                                             \
    CHECK(capture(NULL, gtid, &variable, e, 1) == (T)(want)); \
    variable = x;                                             \
    CHECK(capture(NULL, gtid, &variable, e, 0) == (T)(x));    \
    CHECK(variable == (T)(want));                             \
  } while (0)
#define PLAIN(type, T, name, x, e, want) \
  FORMS(T, __kmpc_atomic_##type##_##name, __kmpc_atomic_##type##_##name##_cpt, x, e, want)
#define REVERSED(type, T, name, x, e, want) \
  FORMS(T, __kmpc_atomic_##type##_##name##_rev, __kmpc_atomic_##type##_##name##_cpt_rev, x, e, want)

#define ACCESS(type, T, x, e)                                              \
  do {                                                                     \
    T __kmpc_atomic_##type##_rd(void*, int32_t, T*);                       \
    void __kmpc_atomic_##type##_wr(void*, int32_t, T*, T);                 \
    T __kmpc_atomic_##type##_swp(void*, int32_t, T*, T);                   \
    T variable = x;                                                        \
    CHECK(__kmpc_atomic_##type##_rd(NULL, gtid, &variable) == (T)(x));     \
    __kmpc_atomic_##type##_wr(NULL, gtid, &variable, e);                   \
    CHECK(__kmpc_atomic_##type##_swp(NULL, gtid, &variable, x) == (T)(e)); \
    CHECK(variable == (T)(x));                                             \
  } while (0)

#define ARITHMETIC(type, T, x, e, difference, product, quotient) \
  do {                                                           \
    PLAIN(type, T, add, x, e, (x) + (e));                        \
    PLAIN(type, T, sub, x, e, difference);                       \
    REVERSED(type, T, sub, e, x, difference);                    \
    PLAIN(type, T, mul, x, e, product);                          \
    PLAIN(type, T, div, x, e, quotient);                         \
    REVERSED(type, T, div, e, x, quotient);                      \
    ACCESS(type, T, x, e);                                       \
  } while (0)

#define REAL(type, T)                             \
  do {                                            \
    ARITHMETIC(type, T, 12, -1.5, 13.5, -18, -8); \
    PLAIN(type, T, min, 3, -2.5, -2.5);           \
    PLAIN(type, T, min, -2.5, 3, -2.5);           \
    PLAIN(type, T, max, 3, -2.5, 3);              \
    PLAIN(type, T, max, -2.5, 3, 3);              \
  } while (0)

/* A complex of two floats hands captured values back through an argument. */
#define SMALL_COMPLEX(plain, capturing, x, e, want)                                                                   \
  do {                                                                                                                \
    void __kmpc_atomic_cmplx4_##plain(void*, int32_t, float _Complex*, float _Complex);                               \
    void __kmpc_atomic_cmplx4_##capturing(void*, int32_t, float _Complex*, float _Complex, float _Complex*, int32_t); \
    float _Complex variable = x, captured = 0;                                                                        \
    __kmpc_atomic_cmplx4_##plain(NULL, gtid, &variable, e);                                                           \
    CHECK(variable == (want));                                                                                        \
    variable = x;                                                                                                     \
    __kmpc_atomic_cmplx4_##capturing(NULL, gtid, &variable, e, &captured, 1);                                         \
    CHECK(variable == (want) && captured == (want));                                                                  \
    variable = x;                                                                                                     \
    __kmpc_atomic_cmplx4_##capturing(NULL, gtid, &variable, e, &captured, 0);                                         \
    CHECK(variable == (want) && captured == (x));                                                                     \
  } while (0)

static void small_complex(int32_t gtid) {
  const float _Complex x = 6 + 2 * I, e = 1 + I;
  SMALL_COMPLEX(add, add_cpt, x, e, 7 + 3 * I);
  SMALL_COMPLEX(sub, sub_cpt, x, e, 5 + I);
  SMALL_COMPLEX(sub_rev, sub_cpt_rev, e, x, 5 + I);
  SMALL_COMPLEX(mul, mul_cpt, x, e, 4 + 8 * I);
  SMALL_COMPLEX(div, div_cpt, x, e, 4 - 2 * I);
  SMALL_COMPLEX(div_rev, div_cpt_rev, e, x, 4 - 2 * I);

  float _Complex __kmpc_atomic_cmplx4_rd(void*, int32_t, float _Complex*);
  void __kmpc_atomic_cmplx4_wr(void*, int32_t, float _Complex*, float _Complex);
  void __kmpc_atomic_cmplx4_swp(void*, int32_t, float _Complex*, float _Complex, float _Complex*);
  float _Complex variable = x, captured = 0;
  CHECK(__kmpc_atomic_cmplx4_rd(NULL, gtid, &variable) == x);
  __kmpc_atomic_cmplx4_wr(NULL, gtid, &variable, e);
  __kmpc_atomic_cmplx4_swp(NULL, gtid, &variable, x, &captured);
  CHECK(captured == e && variable == x);
}

static void mixed(int32_t gtid) {
#define MIXED(type, T, operand, E, name, x, e, want)                       \
  do {                                                                     \
    void __kmpc_atomic_##type##_##name##_##operand(void*, int32_t, T*, E); \
    T variable = x;                                                        \
    __kmpc_atomic_##type##_##name##_##operand(NULL, gtid, &variable, e);   \
    CHECK(variable == (want));                                             \
  } while (0)
  MIXED(float4, float, float8, double, add, 1.5f, 2.25, 3.75f);
  MIXED(float4, float, float8, double, sub, 1.5f, 2.25, -0.75f);
  MIXED(float4, float, float8, double, mul, 1.5f, 2.5, 3.75f);
  MIXED(float4, float, float8, double, div, 3.75f, 2.5, 1.5f);
  MIXED(cmplx4, float _Complex, cmplx8, double _Complex, add, 6 + 2 * I, 1 + I, 7 + 3 * I);
  MIXED(cmplx4, float _Complex, cmplx8, double _Complex, sub, 6 + 2 * I, 1 + I, 5 + I);
  MIXED(cmplx4, float _Complex, cmplx8, double _Complex, mul, 6 + 2 * I, 1 + I, 4 + 8 * I);
  MIXED(cmplx4, float _Complex, cmplx8, double _Complex, div, 6 + 2 * I, 1 + I, 4 - 2 * I);
}

/* ---- The operation comes from the compiler ---- */

#define ADD_BYTES(n)                                                                                  \
  static void add_##n(void* result, void* x, void* e) {                                               \
    for (int i = 0; i < n; i++) {                                                                     \
      ((unsigned char*)result)[i] = (unsigned char)(((unsigned char*)x)[i] + ((unsigned char*)e)[i]); \
    }                                                                                                 \
  }                                                                                                   \
  void __kmpc_atomic_##n(void*, int32_t, void*, void*, void (*)(void*, void*, void*));
ADD_BYTES(1)
ADD_BYTES(2)
ADD_BYTES(4)
ADD_BYTES(8)
ADD_BYTES(10)
ADD_BYTES(16)
ADD_BYTES(20)
ADD_BYTES(32)

static void by_function(int32_t gtid) {
#define BYTES(n)                                                \
  do {                                                          \
    _Alignas(32) unsigned char x[64], e[64];                    \
    memset(x, 3, sizeof x);                                     \
    memset(e, 4, sizeof e);                                     \
    __kmpc_atomic_##n(NULL, gtid, x, e, add_##n);               \
    for (int i = 0; i < 64; i++) CHECK_EQ(x[i], i < n ? 7 : 3); \
  } while (0)
  BYTES(1);
  BYTES(2);
  BYTES(4);
  BYTES(8);
  BYTES(10);
  BYTES(16);
  BYTES(20);
  BYTES(32);
}

/* Two entry points with different types for the same bytes, which are not aligned to their size: Rondo's promise, LLVM
 * takes a lock for the one and none for the other. */
extern const char* rondo_version(void) __attribute__((weak));

static void add_complex(void* result, void* x, void* e) {
  float _Complex sum = *(float _Complex*)x + *(float _Complex*)e;
  memcpy(result, &sum, sizeof sum);
}

static void one_way(void) {
  void __kmpc_atomic_cmplx4_add(void*, int32_t, float _Complex*, float _Complex);
  void __kmpc_atomic_8(void*, int32_t, void*, void*, void (*)(void*, void*, void*));
  struct {
    _Alignas(8) float before;
    float _Complex c;
  } odd = {1, 0};
  const float _Complex one = 1;
  enum { kEach = 100000 };
  int n_threads = 0;
#pragma omp parallel
  {
    const int32_t gtid = __kmpc_global_thread_num(NULL);
    for (int i = 0; i < kEach; i++) {
      float _Complex operand = one;
      if (gtid % 2 == 0) {
        __kmpc_atomic_8(NULL, gtid, &odd.c, &operand, add_complex);
      } else {
        __kmpc_atomic_cmplx4_add(NULL, gtid, &odd.c, one);
      }
    }
#pragma omp single
    n_threads = omp_get_num_threads();
  }
  if (rondo_version) CHECK(odd.c == (float)kEach * (float)n_threads);
  CHECK(odd.before == 1);
}

/* Sums of whole numbers: exact, whatever the order, if no update is lost. */
static void together(void) {
  void __kmpc_atomic_float4_add(void*, int32_t, float*, float);
  void __kmpc_atomic_float8_add(void*, int32_t, double*, double);
  void __kmpc_atomic_float10_add(void*, int32_t, long double*, long double);
  void __kmpc_atomic_cmplx4_add(void*, int32_t, float _Complex*, float _Complex);
  void __kmpc_atomic_cmplx8_add(void*, int32_t, double _Complex*, double _Complex);
  void __kmpc_atomic_cmplx10_add(void*, int32_t, long double _Complex*, long double _Complex);
  enum { kEach = 1000 };
  float f = 0;
  double d = 0;
  long double l = 0;
  /* The second of these is not aligned to its size. */
  struct {
    float before;
    float _Complex c;
    float after;
  } odd = {1, 0, 1};
  float _Complex c4 = 0;
  double _Complex c8 = 0;
  long double _Complex c10 = 0;
  unsigned char bytes[20] = {0}, ones[20];
  memset(ones, 1, sizeof ones);
  int n_threads = 0;
#pragma omp parallel
  {
    const int32_t gtid = __kmpc_global_thread_num(NULL);
    for (int i = 0; i < kEach; i++) {
      __kmpc_atomic_float4_add(NULL, gtid, &f, 1);
      __kmpc_atomic_float8_add(NULL, gtid, &d, 2);
#pragma omp atomic
      d += 1; /* the compiler's own instruction */
      __kmpc_atomic_float10_add(NULL, gtid, &l, 3);
      __kmpc_atomic_cmplx4_add(NULL, gtid, &c4, 1 + 2 * I);
      __kmpc_atomic_cmplx4_add(NULL, gtid, &odd.c, 1 - 2 * I);
      __kmpc_atomic_cmplx8_add(NULL, gtid, &c8, 2 - I);
      __kmpc_atomic_cmplx10_add(NULL, gtid, &c10, 1 + I);
      __kmpc_atomic_20(NULL, gtid, bytes, ones, add_20);
    }
#pragma omp single
    n_threads = omp_get_num_threads();
  }
  const int n = n_threads * kEach;
  CHECK(f == n);
  CHECK(d == 3.0 * n);
  CHECK(l == 3.0L * n);
  CHECK(c4 == n + 2.0f * n * I);
  CHECK(odd.c == n - 2.0f * n * I && odd.before == 1 && odd.after == 1);
  CHECK(c8 == 2.0 * n - n * I);
  CHECK(c10 == (long double)n + (long double)n * I);
  for (int i = 0; i < 20; i++) CHECK_EQ(bytes[i], (unsigned char)n);
}

int main(void) {
  const int32_t gtid = __kmpc_global_thread_num(NULL);
  REAL(float4, float);
  REAL(float8, double);
  REAL(float10, long double);
  ARITHMETIC(cmplx8, double _Complex, 6 + 2 * I, 1 + I, 5 + I, 4 + 8 * I, 4 - 2 * I);
  ARITHMETIC(cmplx10, long double _Complex, 6 + 2 * I, 1 + I, 5 + I, 4 + 8 * I, 4 - 2 * I);
  small_complex(gtid);
  mixed(gtid);
  by_function(gtid);
  one_way();
  together();
  return check_finish();
}
