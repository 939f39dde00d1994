// SPDX-License-Identifier: Apache-2.0
//
// Every kind of dependence in a region: sets of mutually exclusive tasks, dependence objects, iterators, priorities,
// untied tasks and tasks without dependences; recorded and replayed.
#include "graph/graph_check.h"

enum { kMembers = 10, kEncounters = 15, kCells = 6 };

static void add_exclusively(int* cell, int* inside, int amount) {
  CHECK_EQ(__atomic_fetch_add(inside, 1, __ATOMIC_RELAXED), 0);
  const int before = *cell;
  spin_for(50);
  *cell = before + amount;
  CHECK_EQ(__atomic_sub_fetch(inside, 1, __ATOMIC_RELAXED), 0);
}

int main(void) {
  int sum = 0, inside = 0, free_tasks = 0;
  int cells[kCells] = {0}, expected[kCells] = {0};
  graph_stats_begin();
#pragma omp parallel
#pragma omp single
  for (int step = 0; step < kEncounters; step++) {
    RONDO_TASKGRAPH() {
#pragma omp task depend(out : sum) shared(sum) firstprivate(step)
      sum = step;
      for (int m = 0; m < kMembers; m++)
#pragma omp task depend(mutexinoutset : sum) shared(sum, inside) firstprivate(m)
        add_exclusively(&sum, &inside, m);
      for (int r = 0; r < 3; r++)
#pragma omp task depend(in : sum) shared(sum) firstprivate(step)
        CHECK_EQ(sum, step + 45);
#ifdef __clang__
      for (int m = 0; m < kMembers; m++)
#pragma omp task depend(inoutset : sum) shared(sum)
      {
#pragma omp atomic
        sum += 100;
      }
#pragma omp task depend(in : sum) shared(sum) firstprivate(step)
      CHECK_EQ(sum, step + 1045);
#endif
      omp_depend_t object;
#pragma omp depobj(object) depend(inout : cells[0])
#pragma omp task depend(depobj : object) shared(cells) firstprivate(step)
      cells[0] += step;
#pragma omp depobj(object) destroy
#pragma omp task depend(iterator(i = 0 : kCells), inout : cells[i]) shared(cells) untied
      for (int i = 1; i < kCells; i++) cells[i] = (cells[i] * 3 + cells[i - 1]) % 10007;
      for (int i = 0; i < kCells; i++)
#pragma omp task depend(inout : cells[i]) shared(cells) priority(i) firstprivate(i)
        cells[i]++;
      for (int i = 0; i < 5; i++)
#pragma omp task shared(free_tasks)
      {
#pragma omp atomic
        free_tasks++;
      }
    }
    expected[0] += step;
    for (int i = 1; i < kCells; i++) expected[i] = (expected[i] * 3 + expected[i - 1]) % 10007;
    for (int i = 0; i < kCells; i++) CHECK_EQ(cells[i], ++expected[i]);
    CHECK_EQ(free_tasks, 5 * (step + 1));
  }
  CHECK_COUNT(mismatches, 0);
  return check_finish();
}
