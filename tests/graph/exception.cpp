// SPDX-License-Identifier: Apache-2.0
//
// An exception that leaves the body of rondo::taskgraph: the tasks created before it are waited for, nothing is
// recorded or what was recorded stays usable, and the exception arrives. Tasks that throw and catch inside, recorded
// and replayed.
//
// test: STDERR_MAY 'exception\.cpp:'
#include <stdexcept>

#include "graph/graph_check.h"

namespace {

int cells[10];

void region(int throw_after) {
  rondo::taskgraph([&] {
    for (int i = 0; i < 10; i++) {
      if (i == throw_after) throw std::runtime_error("in the block");
#pragma omp task depend(inout : cells[i]) firstprivate(i)
      cells[i]++;
    }
  });
}

int catching_region(int step) {
  int caught = 0;
  rondo::taskgraph([&] {
    for (int i = 0; i < 12; i++) {
#pragma omp task shared(caught) firstprivate(i, step)
      {
        try {
          if ((i + step) % 3 == 0) throw i;
        } catch (int value) {
          CHECK_EQ(value, i);
#pragma omp atomic
          caught++;
        }
      }
    }
  });
  return caught;
}

}  // namespace

int main() {
  int expected[10] = {0}, caught = 0, throws = 0;
#pragma omp parallel
#pragma omp single
  for (int step = 0; step < 15; step++) {
    const int throw_after = step % 3 == 0 ? step % 10 : -1;
    throws += throw_after >= 0;
    try {
      region(throw_after);
    } catch (const std::runtime_error&) {
      caught++;
    }
    for (int i = 0; i < 10; i++) {
      expected[i] += throw_after < 0 || i < throw_after;
      CHECK_EQ(cells[i], expected[i]);
    }
    CHECK_EQ(catching_region(step), 4);
  }
  CHECK_EQ(caught, throws);
  return check_finish();
}
