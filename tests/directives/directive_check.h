/* SPDX-License-Identifier: Apache-2.0
 *
 * What the programs with directives share: checks, and what Rondo has counted. Valid from C89 and C++11 on, so that
 * every standard compiles the same programs.
 */
#ifndef RONDO_TESTS_DIRECTIVE_CHECK_H
#define RONDO_TESTS_DIRECTIVE_CHECK_H

#include <stdio.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif
/* rondo.h needs C99. Absent on other runtimes. */
extern void rondo_get_graph_stats(unsigned long* counts) __attribute__((weak));
extern void rondo_get_taskiter_stats(unsigned long* counts) __attribute__((weak));
extern void rondo_get_pattern_stats(unsigned long* counts) __attribute__((weak));
#ifdef __cplusplus
}
#endif

static int failures;

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      __atomic_add_fetch(&failures, 1, __ATOMIC_RELAXED);                      \
      printf("%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);           \
    }                                                                          \
  } while (0)

/* The order of the fields of rondo_graph_stats, rondo_taskiter_stats and rondo_pattern_stats. */
enum graph_count { RECORDS, PURE_REPLAYS, RECAPTURES, PLAIN, MISMATCHES, NODES };
enum loop_count { LOOPS, CYCLES, UPDATES, ITERATIONS, LOOP_MISMATCHES };
enum pattern_count { PATTERNS, LOADED, USES, PLAIN_USES, PATTERN_MISMATCHES };

__attribute__((unused)) static unsigned long graph_counted(enum graph_count which) {
  unsigned long counts[32];
  rondo_get_graph_stats(counts);
  return counts[which];
}
__attribute__((unused)) static unsigned long loops_counted(enum loop_count which) {
  unsigned long counts[32];
  rondo_get_taskiter_stats(counts);
  return counts[which];
}
__attribute__((unused)) static unsigned long patterns_counted(enum pattern_count which) {
  unsigned long counts[32];
  rondo_get_pattern_stats(counts);
  return counts[which];
}

/* Where it depends on the compiler what is recorded (NOT_COUNTED), counts are not looked at. */
#ifdef NOT_COUNTED
#define IS_COUNTED 0
#else
#define IS_COUNTED (&rondo_get_graph_stats != 0)
#endif

/* CHECK_SINCE(graph_counted, RECORDS, before, 1): on Rondo, one more than `before`; elsewhere nothing. */
#define COUNTED(of, which) (&rondo_get_graph_stats ? of(which) : 0)
#define CHECK_SINCE(of, which, before, n)                                                   \
  do {                                                                                      \
    if (IS_COUNTED && of(which) != (before) + (n)) {                            \
      __atomic_add_fetch(&failures, 1, __ATOMIC_RELAXED);                                   \
      printf("%s:%d: %s is %lu, expected %lu\n", __FILE__, __LINE__, #which, of(which) - (before), \
             (unsigned long)(n));                                                           \
    }                                                                                       \
  } while (0)

__attribute__((unused)) static int finish(void) {
  if (failures == 0) puts("ok");
  return failures != 0;
}

#endif
