// SPDX-License-Identifier: Apache-2.0
//
// A region of tiny tasks that may run in creation order on the encountering thread, because that was faster: it does
// then what it does anyhow when its tasks have other dependences than were recorded. The new ones name an earlier
// sibling that is still running, or a detachable task whose event a later one fulfills.
//
// test: STDERR_MAY 'in_order\.c'
#include "graph/graph_check.h"

enum { kTasks = 64, kEncounters = 20 };

static int cells[kTasks], sibling, event_data, n_begun;

static void take(double seconds) {
  const double start = omp_get_wtime();
  while (omp_get_wtime() - start < seconds) sched_yield();
}

static void behind_sibling(int salt, int names_sibling) {
  RONDO_TASKGRAPH() {
    for (int i = 0; i < kTasks; i++) {
      if (names_sibling) {
#pragma omp task depend(in : sibling) firstprivate(i, salt)
        cells[i] = sibling + salt;
      } else {
#pragma omp task firstprivate(i, salt)
        cells[i] = i + salt;
      }
    }
  }
}

static void siblings(void) {
  for (int round = 0; round < kEncounters; round++) {
    behind_sibling(round, 0);
    for (int i = 0; i < kTasks; i++) CHECK_EQ(cells[i], i + round);
  }
  for (int round = 1; round <= 3; round++) {
#pragma omp task depend(out : sibling) firstprivate(round)
    {
      take(0.02);
      sibling = 1000 * round;
    }
    behind_sibling(round, 1);
#pragma omp taskwait
    for (int i = 0; i < kTasks; i++) CHECK_EQ(cells[i], 1000 * round + round);
    for (int again = 0; again < kEncounters; again++) behind_sibling(again, 0);  // recorded once more
  }
}

static void with_event(int salt, int has_event) {
  RONDO_TASKGRAPH() {
    if (has_event) {
      omp_event_handle_t event = (omp_event_handle_t)0;
#pragma omp task detach(event) depend(out : event_data)
      n_begun++;
#pragma omp task depend(in : event_data) firstprivate(salt)
      cells[0] = event_data + salt;
#pragma omp task firstprivate(event)
      {
        take(0.001);
        event_data = 100;
        omp_fulfill_event(event);
      }
    } else {
      for (int i = 0; i < kTasks; i++) {
#pragma omp task depend(inout : cells[i % 8]) firstprivate(i, salt)
        cells[i % 8] = i + salt;
      }
    }
  }
}

static void events(void) {
  for (int round = 0; round < kEncounters; round++) with_event(round, 0);
  for (int i = 0; i < 8; i++) CHECK_EQ(cells[i], kTasks - 8 + i + kEncounters - 1);
  with_event(5, 1);
  CHECK_EQ(cells[0], 105);
}

int main(void) {
#pragma omp parallel
#pragma omp single
  {
    siblings();
    if (omp_get_num_threads() > 1) events();  // one thread would wait for an event that only it can fulfill
  }
  return check_finish();
}
