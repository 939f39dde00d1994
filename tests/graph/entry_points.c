// SPDX-License-Identifier: Apache-2.0
//
// A wrapper that calls the entry points itself, and a program built against a header that this runtime does not know
// (another version in the handle): its regions run as ordinary tasks. One built against the first version of the
// header goes on working.
//
// test: STDERR 'another version of rondo\.h'
#include "graph/graph_check.h"

static void encounter(rondo_taskgraph_handle* handle, int* cell, int step) {
  rondo_region region = rondo_region_enter(handle, NULL, 0);
  if (region.runs) {
    for (int i = 0; i < 5; i++)
#pragma omp task depend(inout : *cell) firstprivate(cell, i, step)
      *cell = (*cell * 3 + i + step) % 10007;
    region.complete = 1;
  }
  rondo_region_leave(&region);
}

static int serial(int cell, int step) {
  for (int i = 0; i < 5; i++) cell = (cell * 3 + i + step) % 10007;
  return cell;
}

int main(void) {
  static rondo_taskgraph_handle known = {NULL, __FILE__, __LINE__, RONDO_TASKGRAPH_ABI, RONDO_MODULE};
  static rondo_taskgraph_handle unknown = {NULL, __FILE__, __LINE__, RONDO_TASKGRAPH_ABI + 41, NULL};
  int a = 0, b = 0, expected = 0;
#pragma omp parallel
#pragma omp single
  {
    graph_stats_begin();
    for (int step = 0; step < 8; step++) {
      encounter(&known, &a, step);
      expected = serial(expected, step);
      CHECK_EQ(a, expected);
    }
    CHECK_COUNT(records, 1);
    CHECK_COUNT(recaptures, 7);
    graph_stats_begin();
    expected = 0;
    for (int step = 0; step < 8; step++) {
      encounter(&unknown, &b, step);
      expected = serial(expected, step);
      CHECK_EQ(b, expected);
    }
    CHECK_COUNT(records, 0);
    CHECK_COUNT(recaptures, 0);
    CHECK_COUNT(plain, 8);

    static struct {
      void* records;
      const char* file;
      uint32_t line, version;
      char guard[16];
    } first = {NULL, __FILE__, __LINE__, 1, "nobody's"};
    graph_stats_begin();
    b = expected = 0;
    for (int step = 0; step < 8; step++) {
      encounter((rondo_taskgraph_handle*)(void*)&first, &b, step);
      expected = serial(expected, step);
      CHECK_EQ(b, expected);
    }
    CHECK_COUNT(records, 1);
    CHECK_COUNT(recaptures, 7);
    CHECK_EQ(first.guard[0], 'n');
  }
  return check_finish();
}
