/* SPDX-License-Identifier: Apache-2.0
 *
 * What a task that holds others knows of their creator.
 */
#ifndef RONDO_TESTS_CREATOR_H
#define RONDO_TESTS_CREATOR_H

#include <unistd.h>

/* Returns when all are created, or when no more come while it looks so often: their creator runs one of them in place
 * and waits for the caller. `n_created` is written atomically. */
static void wait_for_creator(const int* n_created, int n_all, int n_looks, int look_us) {
  int seen = 0;
  for (int look = 0; look < n_looks && seen < n_all; look++) {
    usleep((unsigned)look_us);
    const int now = __atomic_load_n(n_created, __ATOMIC_RELAXED);
    if (now != seen) look = 0;
    seen = now;
  }
}

#endif
