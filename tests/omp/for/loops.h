// SPDX-License-Identifier: Apache-2.0
//
// Shared by the loop tests: who ran which iteration, and the properties that a schedule promises.
#ifndef RONDO_TESTS_LOOPS_H
#define RONDO_TESTS_LOOPS_H

#include <omp.h>
#include <string.h>

#include "check.h"

enum { kMaxIterations = 2000 };

static int owner_of[kMaxIterations];
static int visits_of[kMaxIterations];

static inline void loop_reset(void) {
  memset(owner_of, -1, sizeof owner_of);
  memset(visits_of, 0, sizeof visits_of);
}

// Called by each iteration with its logical number.
static inline void loop_visit(int number) {
  owner_of[number] = omp_get_thread_num();
#pragma omp atomic
  visits_of[number]++;
}

static inline void loop_expect_each_once(int n) {
  for (int i = 0; i < kMaxIterations; i++)
    if (!CHECK_EQ(visits_of[i], i < n)) break;
}

// Every aligned run of `chunk` iterations was executed by one thread.
__attribute__((unused)) static inline void loop_expect_chunks(int n, int chunk) {
  for (int i = 0; i < n; i++) CHECK_EQ(owner_of[i], owner_of[i / chunk * chunk]);
}

// schedule(static, chunk): chunks are dealt round-robin in thread order.
__attribute__((unused)) static inline void loop_expect_round_robin(int n, int chunk, int threads) {
  for (int i = 0; i < n; i++) CHECK_EQ(owner_of[i], i / chunk % threads);
}

// schedule(static): at most one contiguous run a thread, in thread order, sizes that differ by at most one.
__attribute__((unused)) static inline void loop_expect_blocks(int n, int threads) {
  int size[kMaxIterations] = {0};
  for (int i = 0; i < n; i++) {
    size[owner_of[i]]++;
    if (i > 0) CHECK(owner_of[i] >= owner_of[i - 1]);
  }
  for (int thread = 0; thread < threads; thread++)
    CHECK(size[thread] == n / threads || size[thread] == (n + threads - 1) / threads);
}

#endif
