/* SPDX-License-Identifier: Apache-2.0
 *
 * What the whole-program tests share: checks that may fail on any thread and are counted, and the closing line. A
 * program prints "ok" only through check_finish(), and only if no check failed; each failure says what differed.
 * Valid C99 and C++17. TEST_SCALE(n) makes repetition counts smaller under a sanitizer, which is 5-15 times slower.
 */
#ifndef RONDO_TESTS_CHECK_H
#define RONDO_TESTS_CHECK_H

#include <stdio.h>
#include <stdlib.h>

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
#define TEST_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define TEST_SANITIZED 1
#endif
#endif
#ifndef TEST_SANITIZED
#define TEST_SANITIZED 0
#endif
#define TEST_SCALE(n) (TEST_SANITIZED ? ((n) + 9) / 10 : (n))

enum { kMaxFailuresShown = 20 };

static int check_failures;

__attribute__((unused, noinline)) static int check_failed(const char* file, int line, const char* what) {
  int failures = __atomic_add_fetch(&check_failures, 1, __ATOMIC_RELAXED);
  if (failures <= kMaxFailuresShown) printf("%s:%d: failed: %s\n", file, line, what);
  return 0;
}

__attribute__((unused, noinline)) static int check_differs(const char* file, int line, const char* what, long long got,
                                                           long long want) {
  int failures = __atomic_add_fetch(&check_failures, 1, __ATOMIC_RELAXED);
  if (failures <= kMaxFailuresShown) printf("%s:%d: %s is %lld, expected %lld\n", file, line, what, got, want);
  return 0;
}

/* CHECK(condition); CHECK_EQ(value, expected) for integers up to 64 bits. Both have the value 0 after a failure. */
#define CHECK(condition) ((condition) ? 1 : check_failed(__FILE__, __LINE__, #condition))
#define CHECK_EQ(got, want) check_equal_(__FILE__, __LINE__, #got, (long long)(got), (long long)(want))

__attribute__((unused)) static inline int check_equal_(const char* file, int line, const char* what, long long got,
                                                       long long want) {
  return got == want ? 1 : check_differs(file, line, what, got, want);
}

/* To be called once, by the initial thread, as the value that main returns. */
__attribute__((unused)) static int check_finish(void) {
  int failures = __atomic_load_n(&check_failures, __ATOMIC_RELAXED);
  if (failures) {
    printf("%d checks failed\n", failures);
    return 1;
  }
  puts("ok");
  return 0;
}

/* Keeps a processor busy for about n simple steps, so that tasks overlap; the compiler cannot drop it. */
__attribute__((unused)) static inline void spin_for(int n) {
  for (int i = 0; i < n; i++) __asm__ volatile("" ::: "memory");
}

#endif
