// SPDX-License-Identifier: Apache-2.0
//
// Several encounters of one region at the same time, each an instance with its own data: by all threads of a team, by
// tasks, by foreign threads with teams of their own; re-captured, and pure with data found through a thread's own
// slot.
//
// test: NOT_STOCK clang 'libomp 19 stops with an assertion of its allocator when foreign threads use dependences'
#include <pthread.h>

#include "graph/graph_check.h"

enum { kCells = 8, kRounds = 12, kInstances = 6, kForeign = 3 };

static void region(unsigned* cells, unsigned seed) {
  RONDO_TASKGRAPH() {
    for (int i = 0; i < kCells * 3; i++) {
      unsigned *left = &cells[i % kCells], *right = &cells[(i + 1) % kCells];
#pragma omp task depend(in : *left) depend(inout : *right) firstprivate(left, right, seed, i)
      *right = *right * 31 + *left * 17 + seed + (unsigned)i;
    }
  }
}

static void serial(unsigned* cells, unsigned seed) {
  for (int i = 0; i < kCells * 3; i++)
    cells[(i + 1) % kCells] = cells[(i + 1) % kCells] * 31 + cells[i % kCells] * 17 + seed + (unsigned)i;
}

static void run_instance(unsigned number) {
  unsigned cells[kCells], expected[kCells];
  for (unsigned i = 0; i < kCells; i++) cells[i] = expected[i] = number + i;
  for (unsigned round = 0; round < kRounds; round++) {
    region(cells, number * 100 + round);
    serial(expected, number * 100 + round);
    for (int i = 0; i < kCells; i++) CHECK_EQ(cells[i], expected[i]);
  }
}

static void* foreign(void* argument) {
#pragma omp parallel num_threads(2)
#pragma omp single
  run_instance(100 + *(unsigned*)argument);
  return NULL;
}

int main(void) {
#pragma omp parallel
  {
    run_instance((unsigned)omp_get_thread_num());
#pragma omp barrier
#pragma omp single
    for (unsigned instance = 0; instance < kInstances; instance++)
#pragma omp task firstprivate(instance)
      run_instance(instance);
  }
  pthread_t threads[kForeign];
  unsigned numbers[kForeign];
  for (unsigned i = 0; i < kForeign; i++) {
    numbers[i] = i;
    pthread_create(&threads[i], NULL, foreign, &numbers[i]);
  }
  foreign(&(unsigned){50});
  for (int i = 0; i < kForeign; i++) pthread_join(threads[i], NULL);
  CHECK_COUNT(mismatches, 0);
  CHECK_COUNT_AT_LEAST(recaptures, 1);
  return check_finish();
}
