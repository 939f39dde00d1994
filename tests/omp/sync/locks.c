// SPDX-License-Identifier: Apache-2.0
//
// omp_lock_t and omp_nest_lock_t: exclusion, test, nesting counts, hints, several locks at once, use from tasks.
#include <omp.h>

#include "check.h"

enum { kRounds = 300, kLocks = 5 };

#ifndef __clang__  // libgomp 12 declares them but does not export them, so a gcc program cannot link with them
#define omp_init_lock_with_hint(lock, hint) omp_init_lock(lock)
#define omp_init_nest_lock_with_hint(lock, hint) omp_init_nest_lock(lock)
#endif

static int depth_of(omp_nest_lock_t* lock, int* counter, int depth) {
  omp_set_nest_lock(lock);
  ++*counter;
  int reached = depth > 1 ? depth_of(lock, counter, depth - 1) : 0;
  omp_unset_nest_lock(lock);
  return reached + 1;
}

int main(void) {
  const int rounds = TEST_SCALE(kRounds);
  const int threads = omp_get_max_threads();
  omp_lock_t locks[kLocks];
  omp_nest_lock_t nest, hinted;
  int counts[kLocks] = {0}, inside[kLocks] = {0};
  int nest_count = 0, hinted_count = 0, tested = 0;
  for (int i = 0; i < kLocks; i++)
    if (i % 2)
      omp_init_lock_with_hint(&locks[i], omp_sync_hint_contended);
    else
      omp_init_lock(&locks[i]);
  omp_init_nest_lock(&nest);
  omp_init_nest_lock_with_hint(&hinted, omp_sync_hint_uncontended);
#pragma omp parallel
  for (int round = 0; round < rounds; round++) {
    const int which = (round + omp_get_thread_num()) % kLocks;
    omp_set_lock(&locks[which]);
    CHECK_EQ(inside[which]++, 0);
    counts[which]++;
    CHECK_EQ(--inside[which], 0);
    omp_unset_lock(&locks[which]);
    if (omp_test_lock(&locks[0])) {
      CHECK_EQ(inside[0]++, 0);
      tested++;
      CHECK_EQ(--inside[0], 0);
      omp_unset_lock(&locks[0]);
    }
    CHECK_EQ(depth_of(&nest, &nest_count, 4), 4);
    const int level = omp_test_nest_lock(&hinted);
    if (level) {
      CHECK_EQ(level, 1);
      CHECK_EQ(omp_test_nest_lock(&hinted), 2);
      hinted_count++;
      omp_unset_nest_lock(&hinted);
      omp_unset_nest_lock(&hinted);
    }
  }
  int sum = 0;
  for (int i = 0; i < kLocks; i++) sum += counts[i];
  CHECK_EQ(sum, threads * rounds);
  CHECK_EQ(nest_count, 4 * threads * rounds);
  CHECK(tested > 0 && hinted_count > 0);

  // A lock that is held cannot be taken by a test, on this thread or on another.
  omp_set_lock(&locks[1]);
#pragma omp parallel
  CHECK(!omp_test_lock(&locks[1]));
  omp_unset_lock(&locks[1]);
  omp_set_nest_lock(&nest);
#pragma omp parallel num_threads(2) if (threads > 1)
  if (omp_get_thread_num() == 1) CHECK_EQ(omp_test_nest_lock(&nest), 0);
  omp_unset_nest_lock(&nest);

  int from_tasks = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < rounds; i++)
#pragma omp task shared(locks, from_tasks)
  {
    omp_set_lock(&locks[2]);
    from_tasks++;
    omp_unset_lock(&locks[2]);
  }
  CHECK_EQ(from_tasks, rounds);
  for (int i = 0; i < kLocks; i++) omp_destroy_lock(&locks[i]);
  omp_destroy_nest_lock(&nest);
  omp_destroy_nest_lock(&hinted);
  return check_finish();
}
