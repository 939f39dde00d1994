/* SPDX-License-Identifier: Apache-2.0
 *
 * __kmpc_atomic_float16*, cmplx16* and *_fp: quadruple precision, which Intel's runtime has and LLVM's has not. They
 * are looked up, because clang links with LLVM's.
 *
 * test: FLAGS -D_GNU_SOURCE LEFT_OUT gcc 'libgomp has no __kmpc_ and kmp_ functions'
 * test: NOT_STOCK clang "LLVM's libomp has no functions of quadruple precision"
 */
#include <complex.h>
#include <dlfcn.h>
#include <omp.h>
#include <stdint.h>

#include "check.h"

/* __float128 where long double is another format, else long double. */
typedef float quad __attribute__((mode(TF)));
typedef _Complex float quad_complex __attribute__((mode(TC)));

static void* find(const char* name) {
  void* function = dlsym(RTLD_DEFAULT, name);
  if (function == NULL) {
    printf("%s is missing\n", name);
    exit(1);
  }
  return function;
}

#define UPDATE(T, E) ((void (*)(void*, int32_t, T*, E))find(name))
#define CAPTURE(T, E) ((T(*)(void*, int32_t, T*, E, int32_t))find(name))

#define CHECK_UPDATE(T, E, symbol, x, e, want)  \
  do {                                          \
    const char* name = "__kmpc_atomic_" symbol; \
    T variable = x;                             \
    UPDATE(T, E)(NULL, 0, &variable, e);        \
    CHECK(variable == (T)(want));               \
  } while (0)
#define CHECK_CAPTURE(T, E, symbol, x, e, want)                  \
  do {                                                           \
    const char* name = "__kmpc_atomic_" symbol;                  \
    T variable = x;                                              \
    CHECK(CAPTURE(T, E)(NULL, 0, &variable, e, 0) == (T)(x));    \
    CHECK(variable == (T)(want));                                \
    variable = x;                                                \
    CHECK(CAPTURE(T, E)(NULL, 0, &variable, e, 1) == (T)(want)); \
  } while (0)

/* Every type with an operand of quadruple precision. */
#define WITH_QUAD(type, T)                                          \
  do {                                                              \
    CHECK_UPDATE(T, quad, #type "_add_fp", 12, 2.5, 14.5);          \
    CHECK_UPDATE(T, quad, #type "_sub_fp", 12, 2.5, 9.5);           \
    CHECK_UPDATE(T, quad, #type "_sub_rev_fp", 12, 14.5, 2.5);      \
    CHECK_UPDATE(T, quad, #type "_mul_fp", 12, 2.5, 30);            \
    CHECK_UPDATE(T, quad, #type "_div_fp", 30, 2.5, 12);            \
    CHECK_UPDATE(T, quad, #type "_div_rev_fp", 12, 30, 2.5);        \
    CHECK_CAPTURE(T, quad, #type "_add_cpt_fp", 12, 2.5, 14.5);     \
    CHECK_CAPTURE(T, quad, #type "_sub_cpt_fp", 12, 2.5, 9.5);      \
    CHECK_CAPTURE(T, quad, #type "_sub_cpt_rev_fp", 12, 14.5, 2.5); \
    CHECK_CAPTURE(T, quad, #type "_mul_cpt_fp", 12, 2.5, 30);       \
    CHECK_CAPTURE(T, quad, #type "_div_cpt_fp", 30, 2.5, 12);       \
    CHECK_CAPTURE(T, quad, #type "_div_cpt_rev_fp", 12, 30, 2.5);   \
  } while (0)

/* One bit beyond what a long double holds. */
static const quad kFine = 1 + 0x1p-100Q;

#define ARITHMETIC(type, T, x, e, difference, product, quotient)                      \
  do {                                                                                \
    CHECK_UPDATE(T, T, #type "_add", x, e, (x) + (e));                                \
    CHECK_UPDATE(T, T, #type "_sub", x, e, difference);                               \
    CHECK_UPDATE(T, T, #type "_sub_rev", e, x, difference);                           \
    CHECK_UPDATE(T, T, #type "_mul", x, e, product);                                  \
    CHECK_UPDATE(T, T, #type "_div", x, e, quotient);                                 \
    CHECK_UPDATE(T, T, #type "_div_rev", e, x, quotient);                             \
    CHECK_UPDATE(T, T, #type "_wr", x, kFine, kFine);                                 \
    CHECK_CAPTURE(T, T, #type "_add_cpt", x, e, (x) + (e));                           \
    CHECK_CAPTURE(T, T, #type "_sub_cpt", x, e, difference);                          \
    CHECK_CAPTURE(T, T, #type "_sub_cpt_rev", e, x, difference);                      \
    CHECK_CAPTURE(T, T, #type "_mul_cpt", x, e, product);                             \
    CHECK_CAPTURE(T, T, #type "_div_cpt", x, e, quotient);                            \
    CHECK_CAPTURE(T, T, #type "_div_cpt_rev", e, x, quotient);                        \
    T variable = kFine;                                                               \
    const char* name = "__kmpc_atomic_" #type "_rd";                                  \
    CHECK(((T(*)(void*, int32_t, T*))find(name))(NULL, 0, &variable) == kFine);       \
    name = "__kmpc_atomic_" #type "_swp";                                             \
    CHECK(((T(*)(void*, int32_t, T*, T))find(name))(NULL, 0, &variable, x) == kFine); \
    CHECK(variable == (T)(x));                                                        \
  } while (0)

static void together(void) {
  enum { kEach = 1000 };
  void (*add)(void*, int32_t, quad*, quad) = (void (*)(void*, int32_t, quad*, quad))find("__kmpc_atomic_float16_add");
  quad sum = 0;
  int n_threads = 0;
#pragma omp parallel
  {
    for (int i = 0; i < kEach; i++) add(NULL, 0, &sum, kFine);
#pragma omp single
    n_threads = omp_get_num_threads();
  }
  quad n = n_threads * kEach;
  CHECK(sum == n + n * 0x1p-100Q);
}

int main(void) {
  WITH_QUAD(fixed1, int8_t);
  WITH_QUAD(fixed1u, uint8_t);
  WITH_QUAD(fixed2, int16_t);
  WITH_QUAD(fixed2u, uint16_t);
  WITH_QUAD(fixed4, int32_t);
  WITH_QUAD(fixed4u, uint32_t);
  WITH_QUAD(fixed8, int64_t);
  WITH_QUAD(fixed8u, uint64_t);
  WITH_QUAD(float4, float);
  WITH_QUAD(float8, double);
  WITH_QUAD(float10, long double);
  ARITHMETIC(float16, quad, 12 * kFine, kFine, 11 * kFine, 12 * kFine * kFine, 12);
  CHECK_UPDATE(quad, quad, "float16_min", kFine, 1, 1);
  CHECK_UPDATE(quad, quad, "float16_max", kFine, 1, kFine);
  CHECK_CAPTURE(quad, quad, "float16_min_cpt", kFine, 1, 1);
  CHECK_CAPTURE(quad, quad, "float16_max_cpt", 1, kFine, kFine);
  ARITHMETIC(cmplx16, quad_complex, 6 + 2 * I, 1 + I, 5 + I, 4 + 8 * I, 4 - 2 * I);
  together();
  return check_finish();
}
