// SPDX-License-Identifier: Apache-2.0
//
// Degenerate regions: empty, one task, only tasks without dependences, hundreds of readers, a long chain; outside
// every parallel region, in a team of one, and encountered a thousand times in a row.
#include "graph/graph_check.h"

static int cells[300];

static void all_regions(int step) {
  RONDO_TASKGRAPH() {}
  int one = 0;
  RONDO_TASKGRAPH() {
#pragma omp task shared(one) firstprivate(step)
    one = step + 1;
  }
  CHECK_EQ(one, step + 1);
  int sum = 0;
  RONDO_TASKGRAPH() {
    for (int i = 0; i < 100; i++)
#pragma omp task shared(sum) firstprivate(i)
    {
#pragma omp atomic
      sum += i;
    }
  }
  CHECK_EQ(sum, 4950);
  int source = 0;
  RONDO_TASKGRAPH() {
#pragma omp task depend(out : source) shared(source) firstprivate(step)
    source = step;
    for (int i = 0; i < 300; i++)
#pragma omp task depend(in : source) shared(source) firstprivate(i)
      cells[i] = source + i;
#pragma omp task depend(inout : source) shared(source)
    for (int i = 0; i < 300; i++) source += cells[i] - i;
  }
  CHECK_EQ(source, 301 * step);
  int link = 0;
  RONDO_TASKGRAPH() {
    for (int i = 0; i < 300; i++)
#pragma omp task depend(inout : link) shared(link) firstprivate(i, step)
      link = (link * 3 + i + step) % 10007;
  }
  int expected = 0;
  for (int i = 0; i < 300; i++) expected = (expected * 3 + i + step) % 10007;
  CHECK_EQ(link, expected);
}

int main(void) {
  for (int step = 0; step < 3; step++) all_regions(step);
#pragma omp parallel num_threads(1)
  for (int step = 0; step < 3; step++) all_regions(step);
#pragma omp parallel
#pragma omp single
  for (int step = 0; step < 6; step++) all_regions(step);

  int counter = 0;
  const int encounters = TEST_SCALE(1000);
#pragma omp parallel
#pragma omp single
  for (int step = 0; step < encounters; step++) {
    RONDO_TASKGRAPH() {
#pragma omp task depend(inout : counter) shared(counter)
      counter++;
#pragma omp task depend(in : counter) shared(counter) firstprivate(step)
      CHECK_EQ(counter, step + 1);
    }
  }
  CHECK_EQ(counter, encounters);
  return check_finish();
}
