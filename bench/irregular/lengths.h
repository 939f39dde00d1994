/* SPDX-License-Identifier: Apache-2.0
 *
 * Loads of tasks of irregular lengths: how long task `i` of a load takes, and the bound that no schedule can beat.
 * Everything follows from the index, so that each repetition, runtime and compiler has the same tasks.
 */
#ifndef RONDO_BENCH_IRREGULAR_LENGTHS_H
#define RONDO_BENCH_IRREGULAR_LENGTHS_H

#include <stdint.h>

enum lengths_kind {
  kRare,    /* one of 200 takes 200 us, the others 30 ns */
  kMiddle,  /* 30 ns, but 16 of 1 ms, one after the other, in the middle */
  kTail,    /* 30 ns to 1 ms, Pareto with exponent 1.1 */
  kBursts,  /* by turns 500 of 30 ns and 50 of 5 us */
  kSpread,  /* any length from 0.1 to 3 us is as likely */
  kSleeps,  /* one of 500 sleeps 200 us, the others take 300 ns */
  kNumLengths
};

/* How the tasks depend on each other, and which thread creates them. */
enum lengths_order {
  kOneCreator,   /* independent, created by one thread */
  kAllCreators,  /* independent, each thread creates its share */
  kParents,      /* independent, created by tasks, of 64 each */
  kChains,       /* 16 chains, created in turns by one thread */
  kNumOrders
};

enum { kTasksOfParent = 64, kNumChains = 16 };

/* Whether the task sleeps: then it holds its thread, but no processor. */
int lengths_sleeps(enum lengths_kind kind, long i);
double lengths_ns(enum lengths_kind kind, long i, long n_tasks);

/* The longest task or chain, in parts of all work: a lower bound of the time on any number of threads. */
double lengths_span(enum lengths_kind kind, enum lengths_order order, long n_tasks);

#endif
