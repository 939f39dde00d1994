/* SPDX-License-Identifier: Apache-2.0
 *
 * For a race detector that is a tool: without an argument everything is ordered, by each kind of construct; with the
 * name of a construct, one order is missing.
 */
#include <stdlib.h>
#include <string.h>

#include "check.h"

static int cell, other, counter, sink;

/* Long enough for another thread to come and take a task. */
static void linger(int* where) {
  spin_for(20000);
  (*where)++;
}

static void ordered_by_tasks(int is_racy) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    if (is_racy) {
#pragma omp task shared(cell)
      linger(&cell);
    } else {
#pragma omp task shared(cell) depend(out : cell)
      linger(&cell);
    }
#pragma omp task shared(cell, other) depend(in : cell)
    linger(&other);
#pragma omp task shared(cell) depend(in : cell)
    sink += cell;
#pragma omp taskwait
    other++;
  }
}

static void ordered_by_taskwait(int is_racy) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task shared(cell)
    cell++;
    if (!is_racy) {
#pragma omp taskwait
    }
    cell++;
#pragma omp taskgroup
    {
#pragma omp task shared(other)
      other++;
    }
    other++;
  }
}

static void ordered_by_mutex(int is_racy) {
#pragma omp parallel num_threads(2)
  for (int i = 0; i < 100; i++) {
    if (is_racy) {
      counter++;
    } else {
#pragma omp critical
      counter++;
    }
#pragma omp barrier
  }
}

static void ordered_by_barrier(int is_racy) {
  static int cells[2];
#pragma omp parallel num_threads(2)
#pragma omp for schedule(static, 1)
  for (int i = 0; i < 2; i++) cells[i] = i;
  int sum = 0;
#pragma omp parallel num_threads(2) reduction(+ : sum)
  {
#pragma omp for schedule(static, 1) nowait
    for (int i = 0; i < 2; i++) cells[i]++;
    if (!is_racy) {
#pragma omp barrier
    }
    sum += cells[0] + cells[1];
  }
}

int main(int argc, char** argv) {
  const char* race = argc > 1 ? argv[1] : "";
  /* A race is seen if two threads execute the tasks. */
  for (int i = 0; i < 200; i++) {
    ordered_by_tasks(strcmp(race, "depend") == 0);
    ordered_by_taskwait(strcmp(race, "taskwait") == 0);
  }
  ordered_by_mutex(strcmp(race, "critical") == 0);
  ordered_by_barrier(strcmp(race, "barrier") == 0);
  return check_finish();
}
