// SPDX-License-Identifier: Apache-2.0
//
// Which record an encounter uses: graph_id keeps one record a value, graph_reset makes it anew, if(0) neither makes
// nor uses one; several regions in one function do not share.
#include "graph/graph_check.h"

static void chain(int* cell, int length, int step) {
  for (int i = 0; i < length; i++)
#pragma omp task depend(inout : *cell) firstprivate(cell, i, step)
    *cell = (*cell * 5 + i + step) % 10007;
}

static void serial_chain(int* cell, int length, int step) {
  for (int i = 0; i < length; i++) *cell = (*cell * 5 + i + step) % 10007;
}

int main(void) {
  int a = 1, b = 2, expected_a = 1, expected_b = 2;
#pragma omp parallel
#pragma omp single
  {
    graph_stats_begin();
    for (int step = 0; step < 20; step++) {
      // Two shapes, told apart by id: four tasks or nine.
      int* cell = step % 2 ? &b : &a;
      RONDO_TASKGRAPH(rondo_graph_id((uint64_t)step % 2 + 0x100000000u)) { chain(cell, step % 2 ? 9 : 4, step); }
      serial_chain(step % 2 ? &expected_b : &expected_a, step % 2 ? 9 : 4, step);
      CHECK_EQ(a, expected_a);
      CHECK_EQ(b, expected_b);
    }
    CHECK_COUNT(records, 2);
    CHECK_COUNT(recaptures, 18);
    CHECK_COUNT(mismatches, 0);

    graph_stats_begin();
    for (int step = 0; step < 20; step++) {
      // The shape changes at every fifth step, and so does graph_reset: no encounter finds a record that does not
      // fit.
      const int length = 3 + step / 5;
      RONDO_TASKGRAPH(rondo_graph_reset(step % 5 == 0)) { chain(&a, length, step); }
      serial_chain(&expected_a, length, step);
      CHECK_EQ(a, expected_a);
    }
    CHECK_COUNT(records, 4);
    CHECK_COUNT(recaptures, 16);
    CHECK_COUNT(mismatches, 0);

    graph_stats_begin();
    for (int step = 0; step < 20; step++) {
      const int record = step % 4 == 0;
      RONDO_TASKGRAPH(rondo_if(record)) { chain(&a, record ? 6 : step, step); }
      serial_chain(&expected_a, record ? 6 : step, step);
      CHECK_EQ(a, expected_a);
    }
    CHECK_COUNT(records, 1);
    CHECK_COUNT(recaptures, 4);
    CHECK_COUNT(plain, 15);
    CHECK_COUNT(mismatches, 0);

    graph_stats_begin();
    for (int step = 0; step < 6; step++) {
      RONDO_TASKGRAPH() { chain(&a, 2, step); }
      RONDO_TASKGRAPH() { chain(&a, 5, step); }
      serial_chain(&expected_a, 2, step);
      serial_chain(&expected_a, 5, step);
      CHECK_EQ(a, expected_a);
    }
    CHECK_COUNT(records, 2);
    CHECK_COUNT(recaptures, 10);
  }
  return check_finish();
}
