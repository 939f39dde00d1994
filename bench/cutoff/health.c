/* SPDX-License-Identifier: Apache-2.0
 *
 * A health system in levels: villages whose people fall ill and wait for the few places of their hospital, where some
 * are sent on to the hospital of the district above. In each step of time a task for each place below a district; the
 * district follows when these are done, in their order, so the result does not depend on threads.
 */
#include <stdlib.h>

#include "cutoff/cutoff.h"

enum { kBelow = 4, kPeople = 20, kPlaces = 3, kSteps = 60, kMostWaiting = 64 };

typedef struct patient {
  uint64_t id;
  long steps_ill;
  long steps_left; /* of the treatment */
} patient;

typedef struct village {
  uint64_t random;
  long level;
  struct village* below; /* kBelow of them, unless level is 0 */
  patient waiting[kMostWaiting];
  patient treated[kPlaces];
  patient sent_on[kPlaces];
  long n_waiting, n_treated, n_sent_on;
  uint64_t digest; /* of those who have left */
} village;

static void build(village* at, long level, uint64_t* random) {
  *at = (village){.random = cutoff_random(random), .level = level};
  if (!level) return;
  at->below = cutoff_allocate(kBelow, sizeof *at->below);
  for (int i = 0; i < kBelow; i++) build(&at->below[i], level - 1, random);
}

static void destroy(village* at) {
  if (!at->below) return;
  for (int i = 0; i < kBelow; i++) destroy(&at->below[i]);
  free(at->below);
}

static void queue(village* at, patient who) {
  if (at->n_waiting < kMostWaiting) at->waiting[at->n_waiting++] = who;
}

static void treat(village* at) {
  long n = 0;
  at->n_sent_on = 0;
  for (long i = 0; i < at->n_treated; i++) {
    patient who = at->treated[i];
    if (--who.steps_left > 0) {
      at->treated[n++] = who;
    } else if (cutoff_random(&at->random) % 8 == 0) {
      at->sent_on[at->n_sent_on++] = who;
    } else {
      at->digest = cutoff_digest(at->digest, who.id ^ (uint64_t)who.steps_ill);
    }
  }
  at->n_treated = n;
}

static void admit(village* at) {
  long n = 0;
  for (long i = 0; i < at->n_waiting; i++) {
    patient who = at->waiting[i];
    who.steps_ill++;
    if (at->n_treated < kPlaces) {
      who.steps_left = 1 + (long)(cutoff_random(&at->random) % 5);
      at->treated[at->n_treated++] = who;
    } else {
      at->waiting[n++] = who;
    }
  }
  at->n_waiting = n;
}

static void live(village* at) {
  for (int i = 0; at->below && i < kBelow; i++)
    for (long k = 0; k < at->below[i].n_sent_on; k++) queue(at, at->below[i].sent_on[k]);
  treat(at);
  admit(at);
  for (int i = 0; !at->level && i < kPeople; i++)
    if (cutoff_random(&at->random) % 16 == 0) queue(at, (patient){cutoff_random(&at->random), 0, 0});
}

static void step_serially(village* at) {
  for (int i = 0; at->below && i < kBelow; i++) step_serially(&at->below[i]);
  live(at);
}

static void step_by_tasks(village* at, long depth) {
  if (!cutoff_creates(depth)) {
    step_serially(at);
    return;
  }
  for (int i = 0; at->below && i < kBelow; i++) {
    village* below = &at->below[i];
#pragma omp task firstprivate(below, depth) if (cutoff_defers(depth)) final(cutoff_ends(depth))
    step_by_tasks(below, depth + 1);
  }
#pragma omp taskwait
  live(at);
}

static uint64_t digest(const village* at, uint64_t sum) {
  for (int i = 0; at->below && i < kBelow; i++) sum = digest(&at->below[i], sum);
  return cutoff_digest(sum, at->digest ^ (uint64_t)(at->n_waiting * 64 + at->n_treated));
}

static uint64_t simulate(long size, void (*step)(village*)) {
  uint64_t random = 1;
  village top;
  build(&top, size, &random);
  for (int k = 0; k < kSteps; k++) step(&top);
  const uint64_t sum = digest(&top, 0);
  destroy(&top);
  return sum;
}

static void step_of_tasks(village* top) { step_by_tasks(top, 0); }
static uint64_t solve(long size) { return simulate(size, step_of_tasks); }
static uint64_t solve_serially(long size) { return simulate(size, step_serially); }

const cutoff_problem cutoff_health = {"health",      "--size levels of villages, four below each", 5, 10, 2, solve,
                                      solve_serially};
