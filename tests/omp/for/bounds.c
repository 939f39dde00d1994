// SPDX-License-Identifier: Apache-2.0
//
// Loop bounds at the edges: negative strides, strides that do not divide the range, empty loops, unsigned and 64-bit
// variables up to their limits, every schedule kind.
//
// test: QUICK
#include <limits.h>

#include "omp/for/loops.h"

// clang-format off
#define EVERY_SCHEDULE(LOOP)   \
  LOOP(schedule(static))       \
  LOOP(schedule(static, 3))    \
  LOOP(schedule(dynamic))      \
  LOOP(schedule(dynamic, 4))   \
  LOOP(schedule(guided))       \
  LOOP(schedule(guided, 2))    \
  LOOP(schedule(runtime))      \
  LOOP(schedule(auto))
// clang-format on

#define PRAGMA(text) _Pragma(#text)

#define BACKWARDS(clause)                                       \
  loop_reset();                                                 \
  PRAGMA(omp parallel for clause)                               \
  for (int i = 1000; i > 1; i -= 7) loop_visit((1000 - i) / 7); \
  loop_expect_each_once(143);

#define STRIDE(clause)                                                         \
  loop_reset();                                                                \
  PRAGMA(omp parallel for clause)                                              \
  for (long i = -17; i <= 1000; i += step) loop_visit((int)((i + 17) / step)); \
  loop_expect_each_once((int)(1017 / step + 1));

#define EMPTY(clause)                                                                \
  PRAGMA(omp parallel for clause)                                                    \
  for (int i = 10; i < empty_end; i++) CHECK(0 && "an empty loop has no iteration"); \
  PRAGMA(omp parallel for clause)                                                    \
  for (unsigned long long i = 10; i > 10; i -= 3) CHECK(0 && "an empty loop has no iteration");

#define HUGE_UP(clause)                                                      \
  loop_reset();                                                              \
  PRAGMA(omp parallel for clause)                                            \
  for (unsigned long long i = ULLONG_MAX - 1000; i < ULLONG_MAX - 3; i += 4) \
    loop_visit((int)((i - (ULLONG_MAX - 1000)) / 4));                        \
  loop_expect_each_once(250);

#define HUGE_DOWN(clause)                                                               \
  loop_reset();                                                                         \
  PRAGMA(omp parallel for clause)                                                       \
  for (unsigned long long i = 0x8000000000000100ULL; i > 0x7fffffffffffff00ULL; i -= 2) \
    loop_visit((int)((0x8000000000000100ULL - i) / 2));                                 \
  loop_expect_each_once(256);

#define SIGNED_64(clause)                                                                             \
  loop_reset();                                                                                       \
  PRAGMA(omp parallel for clause)                                                                     \
  for (long long i = LLONG_MIN + 5; i < LLONG_MIN + 300; i++) loop_visit((int)(i - (LLONG_MIN + 5))); \
  loop_expect_each_once(295);

#define UNSIGNED_32(clause)                                                                                  \
  loop_reset();                                                                                              \
  PRAGMA(omp parallel for clause)                                                                            \
  for (unsigned i = UINT_MAX - 300; i < UINT_MAX - 1; i += 2) loop_visit((int)((i - (UINT_MAX - 300)) / 2)); \
  loop_expect_each_once(150);

#define INT_EDGE(clause)                                                \
  loop_reset();                                                         \
  PRAGMA(omp parallel for clause)                                       \
  for (int i = INT_MIN; i < INT_MIN + 90; i++) loop_visit(i - INT_MIN); \
  loop_expect_each_once(90);

#define POINTERS(clause)                                                                  \
  loop_reset();                                                                           \
  PRAGMA(omp parallel for clause)                                                         \
  for (char* p = text; p < text + sizeof text; p += 3) loop_visit((int)((p - text) / 3)); \
  loop_expect_each_once(34);

int main(void) {
  long step = 13;
  int empty_end = 10;
  char text[100];
  EVERY_SCHEDULE(BACKWARDS)
  EVERY_SCHEDULE(STRIDE)
  EVERY_SCHEDULE(EMPTY)
  EVERY_SCHEDULE(HUGE_UP)
  EVERY_SCHEDULE(HUGE_DOWN)
  EVERY_SCHEDULE(SIGNED_64)
  EVERY_SCHEDULE(UNSIGNED_32)
  EVERY_SCHEDULE(INT_EDGE)
  EVERY_SCHEDULE(POINTERS)
  return check_finish();
}
