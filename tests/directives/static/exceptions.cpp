// SPDX-License-Identifier: Apache-2.0
//
// Functions that may throw, called by regions: one whose tasks are known all the same, and one that is left by an
// exception in its fourth encounter.
#include "static_check.h"

template <int N>
struct Halves {
  __attribute__((noinline)) static void create(long* x) {
    Halves<N / 2>::create(x);
    #pragma omp task replayable depend(inout: x[0])
    x[0] = 3 * x[0] + N;
  }
};
template <>
struct Halves<0> {
  static void create(long*) {}
};

static void known(long* x) {
  #pragma omp taskgraph
  Halves<4>::create(x);
}

__attribute__((noinline)) static void may_throw(bool is_bad) {
  if (is_bad) throw 7;
}

static int left_early(long* x, bool is_bad) {
  try {
    #pragma omp taskgraph
    {
      #pragma omp task depend(inout: x[1])
      x[1] += 1;
      may_throw(is_bad);
      #pragma omp task depend(inout: x[1])
      x[1] += 10;
    }
  } catch (int number) {
    return number;
  }
  return 0;
}

int main() {
  unsigned long records = COUNTED(graph_counted, RECORDS);
  long x[2] = {0, 0};
  long expected = 0;
  int caught = 0;
  #pragma omp parallel
  #pragma omp single
  for (int k = 0; k < 5; k++) {
    known(x);
    caught += left_early(x, k == 3);
    for (int n = 1; n <= 4; n *= 2) expected = 3 * expected + n;
  }
  CHECK(x[0] == expected);
  CHECK(x[1] == 5 * 1 + 4 * 10);
  CHECK(caught == 7);
  if (is_static()) CHECK_SINCE(graph_counted, RECORDS, records, 1);
  return finish();
}
