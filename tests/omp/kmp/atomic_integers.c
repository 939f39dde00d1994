/* SPDX-License-Identifier: Apache-2.0
 *
 * __kmpc_atomic_fixed*: each operation on each integer type gives what the language's operator gives, in each form
 * (update, reversed, captured before and after), and no update is lost when threads do it together.
 *
 * test: LEFT_OUT gcc 'libgomp has no __kmpc_ and kmp_ functions' QUICK
 */
#include <limits.h>
#include <omp.h>
#include <stdint.h>

#include "check.h"

int32_t __kmpc_global_thread_num(void* place);

/* Pairs of operands: the second is a fair divisor and shift distance. */
static const int kLeft[] = {0, 1, 7, -7, 100, -128, 127, 85};
static const int kRight[] = {1, 3, 2, 5, 7, 1, 6, 4};
enum { kPairs = 8 };

/* `want` in terms of x and e, converted to T as an assignment would. */
#define FORMS(type, T, name, update, capture, want)                           \
  do {                                                                        \
    void update(void*, int32_t, T*, T);                                       \
    T capture(void*, int32_t, T*, T, int32_t);                                \
    for (int i = 0; i < kPairs; i++) {                                        \
      const T x = (T)kLeft[i], e = (T)kRight[i];                              \
      const T after = (T)(want);                                              \
      T variable = x;                                                         \
      update(NULL, gtid, &variable, e);                                       \
      if (variable != after) check_differs(#type, i, #name, variable, after); \
      variable = x;                                                           \
      CHECK_EQ(capture(NULL, gtid, &variable, e, 1), after);                  \
      CHECK_EQ(variable, after);                                              \
      variable = x;                                                           \
      CHECK_EQ(capture(NULL, gtid, &variable, e, 0), x);                      \
      CHECK_EQ(variable, after);                                              \
    }                                                                         \
  } while (0)
#define PLAIN(type, T, name, want) \
  FORMS(type, T, name, __kmpc_atomic_##type##_##name, __kmpc_atomic_##type##_##name##_cpt, want)
#define REVERSED(type, T, name, want) \
  FORMS(type, T, name reversed, __kmpc_atomic_##type##_##name##_rev, __kmpc_atomic_##type##_##name##_cpt_rev, want)

#define REVERSED_DIVISION(type, T)                                                  \
  do {                                                                              \
    void __kmpc_atomic_##type##_div_rev(void*, int32_t, T*, T);                     \
    T __kmpc_atomic_##type##_div_cpt_rev(void*, int32_t, T*, T, int32_t);           \
    T variable = 3;                                                                 \
    __kmpc_atomic_##type##_div_rev(NULL, gtid, &variable, (T)100);                  \
    CHECK_EQ(variable, 33);                                                         \
    CHECK_EQ(__kmpc_atomic_##type##_div_cpt_rev(NULL, gtid, &variable, 99, 0), 33); \
    CHECK_EQ(__kmpc_atomic_##type##_div_cpt_rev(NULL, gtid, &variable, 99, 1), 33); \
  } while (0)

#define WITH_DOUBLE(type, T)                                            \
  do {                                                                  \
    void __kmpc_atomic_##type##_mul_float8(void*, int32_t, T*, double); \
    void __kmpc_atomic_##type##_div_float8(void*, int32_t, T*, double); \
    T variable = 21;                                                    \
    __kmpc_atomic_##type##_mul_float8(NULL, gtid, &variable, 2.5);      \
    CHECK_EQ(variable, 52);                                             \
    __kmpc_atomic_##type##_div_float8(NULL, gtid, &variable, 2.5);      \
    CHECK_EQ(variable, 20);                                             \
  } while (0)

#define ACCESS(type, T)                                                 \
  do {                                                                  \
    T __kmpc_atomic_##type##_rd(void*, int32_t, T*);                    \
    void __kmpc_atomic_##type##_wr(void*, int32_t, T*, T);              \
    T __kmpc_atomic_##type##_swp(void*, int32_t, T*, T);                \
    T variable = -5;                                                    \
    CHECK_EQ(__kmpc_atomic_##type##_rd(NULL, gtid, &variable), -5);     \
    __kmpc_atomic_##type##_wr(NULL, gtid, &variable, 42);               \
    CHECK_EQ(__kmpc_atomic_##type##_swp(NULL, gtid, &variable, 6), 42); \
    CHECK_EQ(variable, 6);                                              \
  } while (0)

/* Whether the variable held what was expected is the same in all four; they differ in what they hand back. */
#define COMPARE_AND_SWAP(n, T)                                                               \
  do {                                                                                       \
    _Bool __kmpc_atomic_bool_##n##_cas(void*, int32_t, T*, T, T);                            \
    T __kmpc_atomic_val_##n##_cas(void*, int32_t, T*, T, T);                                 \
    _Bool __kmpc_atomic_bool_##n##_cas_cpt(void*, int32_t, T*, T, T, T*);                    \
    T __kmpc_atomic_val_##n##_cas_cpt(void*, int32_t, T*, T, T, T*);                         \
    T variable = 10, captured = 77;                                                          \
    CHECK(__kmpc_atomic_bool_##n##_cas(NULL, gtid, &variable, 10, -11));                     \
    CHECK(!__kmpc_atomic_bool_##n##_cas(NULL, gtid, &variable, 10, 12));                     \
    CHECK_EQ(variable, -11);                                                                 \
    CHECK_EQ(__kmpc_atomic_val_##n##_cas(NULL, gtid, &variable, -11, 12), -11);              \
    CHECK_EQ(__kmpc_atomic_val_##n##_cas(NULL, gtid, &variable, -11, 13), 12);               \
    CHECK_EQ(variable, 12);                                                                  \
    CHECK(!__kmpc_atomic_bool_##n##_cas_cpt(NULL, gtid, &variable, 10, 14, &captured));      \
    CHECK_EQ(captured, 12);                                                                  \
    captured = 77;                                                                           \
    CHECK(__kmpc_atomic_bool_##n##_cas_cpt(NULL, gtid, &variable, 12, 15, &captured));       \
    CHECK_EQ(captured, 77);                                                                  \
    CHECK_EQ(__kmpc_atomic_val_##n##_cas_cpt(NULL, gtid, &variable, 12, 16, &captured), 15); \
    CHECK_EQ(captured, 15);                                                                  \
    CHECK_EQ(__kmpc_atomic_val_##n##_cas_cpt(NULL, gtid, &variable, 15, 17, &captured), 15); \
    CHECK_EQ(captured, 17);                                                                  \
    CHECK_EQ(variable, 17);                                                                  \
  } while (0)

#define INTEGER(type, T, U)              \
  do {                                   \
    PLAIN(type, T, add, (U)x + (U)e);    \
    PLAIN(type, T, sub, (U)x - (U)e);    \
    REVERSED(type, T, sub, (U)e - (U)x); \
    PLAIN(type, T, mul, (U)x*(U)e);      \
    PLAIN(type, T, div, x / e);          \
    PLAIN(type##u, U, div, x / e);       \
    REVERSED_DIVISION(type, T);          \
    REVERSED_DIVISION(type##u, U);       \
    PLAIN(type, T, andb, x& e);          \
    PLAIN(type, T, orb, x | e);          \
    PLAIN(type, T, xor, x ^ e);          \
    PLAIN(type, T, neqv, x ^ e);         \
    PLAIN(type, T, eqv, ~(x ^ e));       \
    PLAIN(type, T, andl, x&& e);         \
    PLAIN(type, T, orl, x || e);         \
    PLAIN(type, T, shl, (U)x << e);      \
    PLAIN(type, T, shr, x >> e);         \
    PLAIN(type##u, U, shr, x >> e);      \
    PLAIN(type, T, min, x < e ? x : e);  \
    PLAIN(type, T, max, x > e ? x : e);  \
    WITH_DOUBLE(type, T);                \
    ACCESS(type, T);                     \
  } while (0)

static void reversed_shifts(int32_t gtid) {
#define SHIFTS(type, T)                                                            \
  do {                                                                             \
    void __kmpc_atomic_##type##_shl_rev(void*, int32_t, T*, T);                    \
    void __kmpc_atomic_##type##_shr_rev(void*, int32_t, T*, T);                    \
    T __kmpc_atomic_##type##_shl_cpt_rev(void*, int32_t, T*, T, int32_t);          \
    T __kmpc_atomic_##type##_shr_cpt_rev(void*, int32_t, T*, T, int32_t);          \
    T variable = 3;                                                                \
    __kmpc_atomic_##type##_shl_rev(NULL, gtid, &variable, 5);                      \
    CHECK_EQ(variable, 40);                                                        \
    variable = 2;                                                                  \
    __kmpc_atomic_##type##_shr_rev(NULL, gtid, &variable, -40);                    \
    CHECK_EQ(variable, -10);                                                       \
    variable = 4;                                                                  \
    CHECK_EQ(__kmpc_atomic_##type##_shr_cpt_rev(NULL, gtid, &variable, 48, 1), 3); \
    CHECK_EQ(__kmpc_atomic_##type##_shl_cpt_rev(NULL, gtid, &variable, 1, 0), 3);  \
    CHECK_EQ(variable, 8);                                                         \
  } while (0)
  SHIFTS(fixed1, int8_t);
  SHIFTS(fixed2, int16_t);
  SHIFTS(fixed4, int32_t);
  SHIFTS(fixed8, int64_t);
#define UNSIGNED_SHIFT(type, T)                                                                   \
  do {                                                                                            \
    void __kmpc_atomic_##type##_shr_rev(void*, int32_t, T*, T);                                   \
    T __kmpc_atomic_##type##_shr_cpt_rev(void*, int32_t, T*, T, int32_t);                         \
    T variable = 2;                                                                               \
    __kmpc_atomic_##type##_shr_rev(NULL, gtid, &variable, (T)200);                                \
    CHECK_EQ(variable, 50);                                                                       \
    variable = 1;                                                                                 \
    CHECK_EQ(__kmpc_atomic_##type##_shr_cpt_rev(NULL, gtid, &variable, (T) - 1, 1), (T) - 1 / 2); \
  } while (0)
  UNSIGNED_SHIFT(fixed1u, uint8_t);
  UNSIGNED_SHIFT(fixed2u, uint16_t);
  UNSIGNED_SHIFT(fixed4u, uint32_t);
  UNSIGNED_SHIFT(fixed8u, uint64_t);
}

/* Every thread adds 1 and keeps what it found: all numbers come out, each once. */
static void together(void) {
  void __kmpc_atomic_fixed2_add(void*, int32_t, int16_t*, int16_t);
  int32_t __kmpc_atomic_fixed4_add_cpt(void*, int32_t, int32_t*, int32_t, int32_t);
  void __kmpc_atomic_fixed8_max(void*, int32_t, int64_t*, int64_t);
  enum { kEach = 2000 };
  static int seen[64 * kEach];
  int16_t small[4] = {0, 0, 0, 0}; /* neighbours in one word must not be disturbed */
  int32_t counter = 0;
  int64_t greatest = -1;
  int n_threads = 0;
#pragma omp parallel num_threads(omp_get_max_threads() > 64 ? 64 : omp_get_max_threads())
  {
    const int32_t gtid = __kmpc_global_thread_num(NULL);
    for (int i = 0; i < kEach; i++) {
      int ticket = __kmpc_atomic_fixed4_add_cpt(NULL, gtid, &counter, 1, 0);
#pragma omp atomic
      seen[ticket]++;
      __kmpc_atomic_fixed2_add(NULL, gtid, &small[omp_get_thread_num() % 4], 1);
      __kmpc_atomic_fixed8_max(NULL, gtid, &greatest, (int64_t)ticket << 20);
    }
#pragma omp single
    n_threads = omp_get_num_threads();
  }
  const int n = n_threads * kEach;
  CHECK_EQ(counter, n);
  for (int i = 0; i < n; i++) CHECK_EQ(seen[i], 1);
  CHECK_EQ((small[0] + small[1] + small[2] + small[3]) & 0xffff, n & 0xffff);
  CHECK_EQ(greatest, (int64_t)(n - 1) << 20);
}

int main(void) {
  const int32_t gtid = __kmpc_global_thread_num(NULL);
  INTEGER(fixed1, int8_t, uint8_t);
  INTEGER(fixed2, int16_t, uint16_t);
  INTEGER(fixed4, int32_t, uint32_t);
  INTEGER(fixed8, int64_t, uint64_t);
  reversed_shifts(gtid);
  COMPARE_AND_SWAP(1, int8_t);
  COMPARE_AND_SWAP(2, int16_t);
  COMPARE_AND_SWAP(4, int32_t);
  COMPARE_AND_SWAP(8, int64_t);
  together();
  return check_finish();
}
