// SPDX-License-Identifier: Apache-2.0
//
// The examples of include/rondo.h, in C99: the region of the head comment and one use of each clause.
//
// test: QUICK
#include "graph/graph_check.h"

static void f(int* x) { x[0] = x[0] * 2 + 1; }

int main(void) {
  int x[2] = {0, 0};
  int expected[2] = {0, 0};
  int mesh_changed = 0;
  const int n_blocks = 20;
#pragma omp parallel
#pragma omp single
  for (int step = 0; step < 12; step++) {
    const int k = step % 2;
    // The head comment.
    RONDO_TASKGRAPH(rondo_graph_id(k)) {
#pragma omp task depend(out : x[0])
      f(x);
    }
    expected[0] = expected[0] * 2 + 1;
    CHECK_EQ(x[0], expected[0]);

    // rondo_graph_id, rondo_graph_reset, rondo_if: two buffers in turns; everything anew when the mesh changes.
    mesh_changed = step == 7;
    int* grid = &x[step % 2];
    RONDO_TASKGRAPH(rondo_graph_id(step % 2), rondo_graph_reset(mesh_changed), rondo_if(n_blocks > 16)) {
#pragma omp task depend(inout : *grid) firstprivate(grid)
      f(grid);
    }
    expected[step % 2] = expected[step % 2] * 2 + 1;
    CHECK_EQ(x[0], expected[0]);
    CHECK_EQ(x[1], expected[1]);

    // rondo_nogroup: the region does not wait, a later taskwait does.
    RONDO_TASKGRAPH(rondo_nogroup()) {
#pragma omp task depend(inout : x[1]) shared(x)
      f(&x[1]);
    }
#pragma omp taskwait
    expected[1] = expected[1] * 2 + 1;
    CHECK_EQ(x[1], expected[1]);

    // rondo_same_data: only the data behind the captured addresses changes.
    RONDO_TASKGRAPH(rondo_same_data()) {
#pragma omp task depend(inout : x[0]) shared(x)
      f(&x[0]);
    }
    expected[0] = expected[0] * 2 + 1;
    CHECK_EQ(x[0], expected[0]);

    // rondo_nowait, rondo_recurrent: the same in the words of the Taskgraph paper.
    RONDO_TASKGRAPH(rondo_nowait(), rondo_recurrent()) {
#pragma omp task depend(inout : x[0]) shared(x)
      f(&x[0]);
    }
#pragma omp taskwait
    expected[0] = expected[0] * 2 + 1;
    CHECK_EQ(x[0], expected[0]);

    // rondo_announced_only, rondo_replayable, rondo_saved: clauses of single tasks.
    RONDO_TASKGRAPH(rondo_announced_only()) {
      RONDO_NEXT_TASK(rondo_replayable(1), rondo_saved());
#pragma omp task depend(inout : x[1]) shared(x)
      f(&x[1]);
    }
    expected[1] = expected[1] * 2 + 1;
    CHECK_EQ(x[1], expected[1]);

    // rondo_no_clause: a place holder in a conditional expression; and no clause at all.
    RONDO_TASKGRAPH(step > 5 ? rondo_graph_reset(1) : rondo_no_clause()) {
#pragma omp task depend(inout : x[1]) shared(x)
      f(&x[1]);
    }
    RONDO_TASKGRAPH() {
#pragma omp task depend(inout : x[1]) shared(x)
      f(&x[1]);
    }
    expected[1] = (expected[1] * 2 + 1) * 2 + 1;
    CHECK_EQ(x[1], expected[1]);
  }
  if (rondo_version) {
    const char* version = rondo_version();
    CHECK(version && version[0] >= '0' && version[0] <= '9');
  }
  return check_finish();
}
