/* SPDX-License-Identifier: Apache-2.0
 *
 * Delays and their counters; see work.h.
 */
#include "epcc/work.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "common/measure.h"

uint64_t epcc_turns;
int epcc_branching = 20;
int epcc_depth = 4;

/* A counter outlives its thread: runtimes may end threads between two regions. */
typedef struct counter {
  long long n_delays;
  struct counter* next;
  char pad[192 - sizeof(long long) - sizeof(void*)];
} counter;

static _Atomic(counter*) counters;
static _Thread_local counter* own;

static __attribute__((noinline)) void make_counter(void) {
  own = calloc(1, sizeof *own);
  if (!own) measure_fail("epcc: no memory for a thread's counter");
  own->next = atomic_load(&counters);
  while (!atomic_compare_exchange_weak(&counters, &own->next, own)) {
  }
}

void epcc_work(void) {
  if (!own) make_counter();
  own->n_delays++;
  measure_turn(epcc_turns);
}

void epcc_work_on(const signed char* data, int n_bytes) {
  if (data[0] != kEpccMark || data[n_bytes - 1] != kEpccMark)
    measure_fail("epcc: a task's firstprivate data is not what it was created with");
  epcc_work();
}

long long epcc_take_count(void) {
  long long sum = 0;
  for (counter* each = atomic_load(&counters); each; each = each->next) {
    sum += each->n_delays;
    each->n_delays = 0;
  }
  return sum;
}
