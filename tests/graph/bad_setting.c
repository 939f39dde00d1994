// SPDX-License-Identifier: Apache-2.0
//
// Run with a malformed or impossible setting: Rondo says one clear line on standard error, takes the documented
// default, and the program is right.
//
// tests: THREADS env NOT_STOCK gcc 'what a stock runtime makes of a bad setting is its own business'
// tests: clang 'what a stock runtime makes of a bad setting is its own business'
// test num_threads_word: ENV OMP_NUM_THREADS=abc STDERR OMP_NUM_THREADS
// test num_threads_zero: ENV OMP_NUM_THREADS=0 STDERR OMP_NUM_THREADS
// test num_threads_negative: ENV OMP_NUM_THREADS=-3 STDERR OMP_NUM_THREADS
// test num_threads_list: ENV OMP_NUM_THREADS=2,,3 STDERR OMP_NUM_THREADS
// test num_threads_impossible: ENV OMP_NUM_THREADS=99999999 STDERR 'OMP_NUM_THREADS|99999999'
// test schedule: ENV OMP_SCHEDULE=fastest STDERR OMP_SCHEDULE
// test dynamic: ENV OMP_DYNAMIC=perhaps STDERR OMP_DYNAMIC
// test misspelt: ENV RONDO_THROTLE=4 STDERR 'RONDO_THROTLE.*RONDO_THROTTLE'
#include "graph/graph_check.h"

int main(void) {
  int members = 0, tasks = 0, size = 0;
#pragma omp parallel reduction(+ : members)
  {
    members++;
#pragma omp single
    {
      size = omp_get_num_threads();
      for (int i = 0; i < 50; i++)
#pragma omp task shared(tasks)
      {
#pragma omp atomic
        tasks++;
      }
    }
  }
  CHECK(size >= 1);
  CHECK_EQ(members, size);
  CHECK_EQ(tasks, 50);
  int cell = 0;
  for (int step = 0; step < 4; step++) {
    RONDO_TASKGRAPH() {
#pragma omp task depend(inout : cell) shared(cell)
      cell++;
    }
    CHECK_EQ(cell, step + 1);
  }
  return check_finish();
}
