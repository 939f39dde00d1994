// SPDX-License-Identifier: Apache-2.0
//
// Run with a malformed or impossible setting: Rondo says one clear line on standard error, takes the documented
// default, and the program is right.
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
