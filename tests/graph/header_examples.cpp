// SPDX-License-Identifier: Apache-2.0
//
// The examples of include/rondo.h, in C++17: rondo::taskgraph with each clause, the C macro in C++, regions in
// templates and in member functions.
//
// test: QUICK
#include <vector>

#include "graph/graph_check.h"

namespace {

void f(int& x) { x = x * 2 + 1; }

struct Solver {
  std::vector<int> cells = std::vector<int>(8, 1);
  void step() {
    rondo::taskgraph([this] {
      for (std::size_t i = 1; i < cells.size(); i++) {
        int *left = &cells[i - 1], *cell = &cells[i];
#pragma omp task depend(in : *left) depend(inout : *cell) firstprivate(left, cell)
        *cell = (*cell * 3 + *left) % 1009;
      }
    });
  }
};

template <class T>
void accumulate(T& value) {
  rondo::taskgraph({rondo::graph_id(1)}, [&] {
    T* target = &value;
#pragma omp task depend(inout : *target) firstprivate(target)
    *target += T(1) / T(2);
  });
}

}  // namespace

int main() {
  int x[2] = {0, 0}, expected[2] = {0, 0};
  Solver solver;
  std::vector<int> serial = solver.cells;
  double real = 0;
  int whole = 0;
#pragma omp parallel
#pragma omp single
  for (unsigned step = 0; step < 12; step++) {
    rondo::taskgraph({rondo::graph_id(step % 2)}, [&] {
      int* target = &x[step % 2];
#pragma omp task depend(out : *target) firstprivate(target)
      f(*target);
    });
    f(expected[step % 2]);
    CHECK_EQ(x[step % 2], expected[step % 2]);

    rondo::taskgraph({rondo::graph_reset(step == 5), rondo::only_if(step != 3), rondo::graph_id(7)}, [&] {
#pragma omp task depend(inout : x[0]) shared(x)
      f(x[0]);
    });
    f(expected[0]);
    CHECK_EQ(x[0], expected[0]);

    rondo::taskgraph({rondo::nogroup()}, [&] {
#pragma omp task depend(inout : x[1]) shared(x)
      f(x[1]);
    });
#pragma omp taskwait
    f(expected[1]);
    CHECK_EQ(x[1], expected[1]);

    rondo::taskgraph({rondo::same_data()}, [&] {
#pragma omp task depend(inout : x[1]) shared(x)
      f(x[1]);
    });
    f(expected[1]);
    CHECK_EQ(x[1], expected[1]);

    rondo::taskgraph({rondo::nowait(), rondo::recurrent(), rondo::announced_only()}, [&] {
      rondo::next_task({rondo::replayable(), rondo::saved()});
#pragma omp task depend(inout : x[1]) shared(x)
      f(x[1]);
      if (step == 0) {
#pragma omp task depend(inout : x[0]) shared(x)
        f(x[0]);
      }
    });
#pragma omp taskwait
    f(expected[1]);
    if (step == 0) f(expected[0]);
    CHECK_EQ(x[1], expected[1]);
    CHECK_EQ(x[0], expected[0]);

    RONDO_TASKGRAPH(rondo_graph_id(step % 3)) {
#pragma omp task depend(inout : x[0]) shared(x)
      f(x[0]);
    }
    f(expected[0]);
    CHECK_EQ(x[0], expected[0]);

    solver.step();
    for (std::size_t i = 1; i < serial.size(); i++) serial[i] = (serial[i] * 3 + serial[i - 1]) % 1009;
    CHECK(solver.cells == serial);

    accumulate(real);
    accumulate(whole);
    CHECK(real == (step + 1) * 0.5);
    CHECK_EQ(whole, 0);
  }
  return check_finish();
}
