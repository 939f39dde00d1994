// SPDX-License-Identifier: Apache-2.0
//
// rondo::taskgraph keeps one set of records a call site: every lambda expression and every instantiation of a
// template that holds one has its own, so that different shapes never meet under one record.
#include <vector>

#include "graph/graph_check.h"

namespace {

template <int kTasks, class T>
void chain(T& value) {
  rondo::taskgraph([&value] {
    T* target = &value;
    for (int i = 0; i < kTasks; i++) {
#pragma omp task depend(inout : *target) firstprivate(target, i)
      *target = *target * T(3) + T(i);
    }
  });
}

template <int kTasks, class T>
T serial(T value) {
  for (int i = 0; i < kTasks; i++) value = value * T(3) + T(i);
  return value;
}

}  // namespace

int main() {
  unsigned a = 1, b = 1, c = 1, expected_a = 1, expected_b = 1, expected_c = 1;
  double d = 0, expected_d = 0;
  graph_stats_begin();
#pragma omp parallel
#pragma omp single
  for (int step = 0; step < 10; step++) {
    chain<3>(a);
    chain<8>(b);
    chain<2>(d);
    for (int which = 0; which < 2; which++) {
      const auto body = [&c, which] {
#pragma omp task depend(inout : c) shared(c) firstprivate(which)
        c = c * 5 + static_cast<unsigned>(which);
      };
      rondo::taskgraph({rondo::graph_id(static_cast<uint64_t>(which))}, body);
      expected_c = expected_c * 5 + static_cast<unsigned>(which);
    }
    expected_a = serial<3>(expected_a);
    expected_b = serial<8>(expected_b);
    expected_d = serial<2>(expected_d);
    CHECK_EQ(a, expected_a);
    CHECK_EQ(b, expected_b);
    CHECK_EQ(c, expected_c);
    CHECK(d == expected_d);
  }
  CHECK_COUNT(records, 5);
  CHECK_COUNT(recaptures, 45);
  CHECK_COUNT(mismatches, 0);
  return check_finish();
}
