/* SPDX-License-Identifier: Apache-2.0
 *
 * Recursive problems whose tasks end at a depth, in the ways in which OpenMP lets a program say so. A problem states
 * its clauses once, `if(cutoff_defers(depth)) final(cutoff_ends(depth))`, and creates by hand no more where
 * cutoff_creates(depth) says no; which of them acts is chosen when the program runs.
 */
#ifndef RONDO_BENCH_CUTOFF_CUTOFF_H
#define RONDO_BENCH_CUTOFF_CUTOFF_H

#include <stdint.h>

enum cutoff_kind { kNowhere, kByIf, kByFinal, kByHand, kNumCuts };

typedef struct cutoff_choice {
  enum cutoff_kind kind;
  long depth; /* the first at which a task is undeferred, final, or a call */
} cutoff_choice;

/* Set by the driver before the first task. */
extern cutoff_choice cutoff_chosen;

static inline int cutoff_is_deep(long depth) { return depth >= cutoff_chosen.depth; }
static inline int cutoff_defers(long depth) { return cutoff_chosen.kind != kByIf || !cutoff_is_deep(depth); }
static inline int cutoff_ends(long depth) { return cutoff_chosen.kind == kByFinal && cutoff_is_deep(depth); }
static inline int cutoff_creates(long depth) { return cutoff_chosen.kind != kByHand || !cutoff_is_deep(depth); }

/* Both solve the problem of this size from its start and return a digest of the whole solution. */
typedef struct cutoff_problem {
  const char* name;
  const char* text;
  long size;
  long most;  /* the largest size */
  long depth; /* of the cut */
  uint64_t (*solve)(long size); /* with tasks, called by one thread of a team */
  uint64_t (*solve_serially)(long size);
} cutoff_problem;

extern const cutoff_problem cutoff_alignment, cutoff_fib, cutoff_floorplan, cutoff_health, cutoff_knapsack,
    cutoff_queens, cutoff_sort, cutoff_strassen;

/* A generator of numbers with a state of its own for each user (SplitMix64, public domain, S. Vigna). */
static inline uint64_t cutoff_random(uint64_t* state) {
  uint64_t z = (*state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static inline uint64_t cutoff_digest(uint64_t digest, uint64_t value) { return (digest ^ value) * 0x100000001b3u; }

/* Memory for a problem; the process ends with a message if there is none. */
void* cutoff_allocate(long n, long size);

#endif
