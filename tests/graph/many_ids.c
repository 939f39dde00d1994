// SPDX-License-Identifier: Apache-2.0
//
// A graph id that is another one in each step: records do not pile up, results are right whichever record has gone,
// and the ids that a program comes back to keep their records.
//
// test: STDERR 'the task graph region at .*many_ids\.c:[0-9]+ is used with more than 1024 graph ids:
// test: .*RONDO_GRAPH_RECORDS'
#include <malloc.h>

#include "graph/graph_check.h"

enum { kSteps = 20000, kMost = 1024 };  // the default of RONDO_GRAPH_RECORDS

static size_t allocated(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

// Three tasks in a chain.
static void region(uint64_t id, int* cell, int step) {
  RONDO_TASKGRAPH(rondo_graph_id(id)) {
    for (int i = 0; i < 3; i++)
#pragma omp task depend(inout : *cell) firstprivate(cell, i, step)
      *cell = (*cell * 5 + i + step) % 10007;
  }
}

static int expected = 1;

static void expect(int* cell, int step) {
  for (int i = 0; i < 3; i++) expected = (expected * 5 + i + step) % 10007;
  CHECK_EQ(*cell, expected);
}

int main(void) {
  int cell = 1;
#pragma omp parallel
#pragma omp single
  {
    // As many records as there may be; each id is used once or twice, so that some have a graph and some only notes.
    for (int step = 0; step < 2 * kMost; step++) {
      region((uint64_t)step * 2 / 3, &cell, step);
      expect(&cell, step);
    }
    const size_t before = allocated();
    graph_stats_begin();
    for (int step = 2 * kMost; step < kSteps; step++) {
      region((uint64_t)step * 2 / 3, &cell, step);
      expect(&cell, step);
    }
    CHECK(allocated() < before + 2000000);  // some 40 MB if they piled up

    // An id that is used now and then stays, one that is not goes.
    const uint64_t kept = 0x100000000u, left = kept + 1;
    region(left, &cell, 0);
    expect(&cell, 0);
    region(kept, &cell, 0);
    expect(&cell, 0);
    for (int step = 0; step < 2 * kMost; step++) {
      region(left + 1 + (uint64_t)step, &cell, step);
      expect(&cell, step);
      if (step % (kMost - 2) != 0) continue;
      graph_stats_begin();
      region(kept, &cell, step);
      expect(&cell, step);
      CHECK_COUNT(recaptures, 1);
    }
    graph_stats_begin();
    region(left, &cell, 1);
    expect(&cell, 1);
    CHECK_COUNT(recaptures, 0);
    CHECK_COUNT(mismatches, 0);
  }
  return check_finish();
}
