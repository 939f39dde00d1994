// SPDX-License-Identifier: Apache-2.0
//
// What the tests of dep_pattern share: the statistics since a point in the program, checked on Rondo only.
#ifndef RONDO_TESTS_GRAPH_PATTERN_CHECK_H
#define RONDO_TESTS_GRAPH_PATTERN_CHECK_H

#include <omp.h>
#include <rondo.h>

#include "check.h"

__attribute__((unused)) static inline rondo_pattern_stats pattern_stats(void) {
  rondo_pattern_stats now = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  if (rondo_get_pattern_stats) rondo_get_pattern_stats(&now);
  return now;
}

#define CHECK_PATTERN(field, want) (rondo_get_pattern_stats ? CHECK_EQ(pattern_stats().field, want) : 1)
#define CHECK_PATTERN_AT_LEAST(field, least) \
  (rondo_get_pattern_stats ? CHECK(pattern_stats().field >= (uint64_t)(least)) : 1)

#endif
