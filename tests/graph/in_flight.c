// SPDX-License-Identifier: Apache-2.0
//
// Many instances of one graph at once: several threads replay a region without waiting for it, encounter it again
// while earlier replays run, and now and then have its record made anew; tasks do the same from inside, and bodies
// encounter their own region. No task is lost, run twice or given another encounter's data; every record is freed.
#include "graph/graph_check.h"

enum { kTasks = 10 };

static int n_runs_pure;

// In order on each caller's own cells, whose owner waits later.
static void recaptured(long* cells, int step, int reset) {
  RONDO_TASKGRAPH(rondo_nowait(), rondo_graph_reset(reset)) {
    for (int i = 0; i < kTasks; i++)
#pragma omp task depend(inout : cells[0]) firstprivate(cells, step, i)
    {
      cells[0] = (cells[0] * 3 + i + step) % 10007;
      cells[1]++;
    }
  }
}

static long serial(long cell, int step) {
  for (int i = 0; i < kTasks; i++) cell = (cell * 3 + i + step) % 10007;
  return cell;
}

static void pure(int reset) {
  RONDO_TASKGRAPH(rondo_nowait(), rondo_recurrent(), rondo_graph_reset(reset)) {
    for (int i = 0; i < kTasks; i++)
#pragma omp task firstprivate(i)
      __atomic_fetch_add(&n_runs_pure, i, __ATOMIC_RELAXED);
  }
}

// Returns the number of its descendants' bodies; each body encounters the region again, some with a reset.
static int descend(int depth, int reset) {
  int n[3] = {0, 0, 0};
  RONDO_TASKGRAPH(rondo_graph_reset(reset)) {
    for (int i = 0; i < 3; i++)
#pragma omp task shared(n) firstprivate(i, depth)
      n[i] = 1 + (depth > 0 ? descend(depth - 1, (i + depth) % 4 == 0) : 0);
  }
  return n[0] + n[1] + n[2];
}

int main(void) {
  const int n_steps = TEST_SCALE(60), n_rounds = TEST_SCALE(40);
#pragma omp parallel
  {
    // Each thread has one replay after another under way.
    for (int round = 0; round < n_rounds; round++) {
      long cells[8][2] = {{0}};
      for (int c = 0; c < 8; c++) recaptured(cells[c], c + round, (c + round) % 5 == 0);
#pragma omp taskwait
      for (int c = 0; c < 8; c++) {
        CHECK_EQ(cells[c][1], kTasks);
        CHECK_EQ(cells[c][0], serial(0, c + round));
      }
    }
#pragma omp barrier
    for (int step = 0; step < n_steps; step++) pure(step % 7 == 3);
#pragma omp barrier
#pragma omp single
    CHECK_EQ(n_runs_pure, omp_get_num_threads() * n_steps * (kTasks * (kTasks - 1) / 2));
    // From tasks of one thread, stolen by the others.
#pragma omp single
    for (int t = 0; t < n_steps; t++)
#pragma omp task firstprivate(t)
    {
      long cells[2] = {0, 0};
      recaptured(cells, t, t % 3 == 0);
#pragma omp taskwait
      CHECK_EQ(cells[0], serial(0, t));
    }
    CHECK_EQ(descend(3, 0), 3 + 9 + 27 + 81);
  }
  return check_finish();
}
