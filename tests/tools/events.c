/* SPDX-License-Identifier: Apache-2.0
 *
 * One of each construct that a tool hears of, on two threads, so that the numbers of events are known
 * (test_tools.py). Compiled without sibling calls: each call of the runtime has a return address.
 */
#include <omp.h>

#include "check.h"

static int sum;

static void add(void) {
#pragma omp atomic
  sum += 1;
}

static void waits(void) {
#pragma omp barrier
#pragma omp taskgroup
  {
#pragma omp task
    add();
  }
}

static void tasks(void) {
  int cell = 0;
#pragma omp task depend(out : cell) shared(cell)
  cell = 1;
#pragma omp task depend(in : cell) shared(cell)
  CHECK_EQ(cell, 1);
#pragma omp taskwait
#pragma omp task if (0)
  add();
#pragma omp taskloop num_tasks(4)
  for (int i = 0; i < 8; i++) add();
  omp_event_handle_t event = 0;
#pragma omp task detach(event)
  omp_fulfill_event(event);
#pragma omp taskwait
}

static void mutexes(omp_lock_t* lock, omp_nest_lock_t* nest) {
#pragma omp critical
  sum += 1;
#pragma omp critical(named)
  sum += 0;
  omp_set_lock(lock);
  omp_unset_lock(lock);
  omp_set_nest_lock(nest);
  omp_set_nest_lock(nest);
  omp_unset_nest_lock(nest);
  omp_unset_nest_lock(nest);
}

int main(void) {
  omp_lock_t lock;
  omp_nest_lock_t nest;
  omp_init_lock(&lock);
  omp_init_nest_lock(&nest);
#pragma omp parallel num_threads(2)
  {
    waits();
#pragma omp single
    tasks();
    mutexes(&lock, &nest);
#pragma omp for schedule(dynamic, 2)
    for (int i = 0; i < 8; i++) add();
#pragma omp for ordered
    for (int i = 0; i < 4; i++) {
#pragma omp ordered
      sum += 1;
    }
  }
#pragma omp parallel num_threads(2) if (0)
  sum += 1;
  CHECK_EQ(omp_test_lock(&lock), 1);
  omp_unset_lock(&lock);
  omp_destroy_lock(&lock);
  omp_destroy_nest_lock(&nest);
  CHECK_EQ(sum, 2 + 1 + 8 + 2 + 8 + 4 + 1);
  return check_finish();
}
