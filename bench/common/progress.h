/* SPDX-License-Identifier: Apache-2.0
 *
 * How far a thread has come, on a line of its own, and the wait for it: all that plain loops have between their threads
 * where they show what no task graph can be better than (bare.c, ../heat/heat_until.c).
 */
#ifndef RONDO_BENCH_COMMON_PROGRESS_H
#define RONDO_BENCH_COMMON_PROGRESS_H

#include <sched.h>
#include <stdatomic.h>

typedef struct progress {
  _Alignas(128) atomic_long steps; /* done so far: only grows */
} progress;

/* Whoever waits for these steps sees what was written before them. */
static inline void progress_reach(progress* own, long steps) {
  atomic_store_explicit(&own->steps, steps, memory_order_release);
}

static inline void progress_await(const progress* of, long steps) {
  /* Where there are more threads than processors, the one that is waited for needs ours. */
  for (unsigned looks = 1; atomic_load_explicit(&of->steps, memory_order_acquire) < steps; looks++)
    if (looks % 4096 == 0) sched_yield();
}

/* The `meeting`-th time that `threads` threads wait for each other; all of them count in `arrived`. */
static inline void progress_meet(progress* arrived, int threads, long meeting) {
  atomic_fetch_add(&arrived->steps, 1);
  progress_await(arrived, meeting * threads);
}

#endif
