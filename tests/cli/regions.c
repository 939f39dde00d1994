// SPDX-License-Identifier: Apache-2.0
//
// A wavefront in a task graph region, for the tests of `rondo graph` and `rondo check graph`. The first argument says
// what is wrong with it:
//   clean   nothing: pure replays        recapture  nothing: re-captures
//   stale   a captured value changes though rondo_same_data() promises otherwise
//   order   the dependences change, the tasks do not        number  so does the number of tasks
//   body    one of the tasks gets another body              refused the region creates an undeferred task
//   padding captured structs have gaps with whatever lay on the stack        none  no region at all
//   two     two regions, one with two graph ids             killed  the process ends by a signal
//   child   a forked child replays, the parent does not     quit    the process ends by _exit
//   parent  a child is forked behind all and does nothing.   The second argument is the exit status.
#include <rondo.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "spend.h"
enum { kN = 6, kSteps = 5 };
static long grid[kN + 1][kN + 2];
static long next(int i, int j, long up, long add) { return spend((grid[i][j] + up + grid[i][j - 1] + add) % 1009); }
__attribute__((noinline)) static void cell(int i, int j, long up, long add) { grid[i][j] = next(i, j, up, add); }

static void sweep(const char* what, int step) {
  int is_pure = !strcmp(what, "stale") || !strcmp(what, "clean") || !strcmp(what, "child");
  long add = !strcmp(what, "stale") ? step : 1;
  int n = !strcmp(what, "number") ? kN - step % 2 : kN;
  RONDO_TASKGRAPH(is_pure ? rondo_same_data() : rondo_no_clause()) {
    for (int i = 1; i <= n; i++)
      for (int j = 1; j <= kN; j++) {
        // The cell to the upper right comes before in creation order only.
        long* up = !strcmp(what, "order") && step == 3 && i == 3 ? &grid[i - 1][j + 1] : &grid[i - 1][j];
        if (!strcmp(what, "body") && step > 1 && i == 2) {
#pragma omp task depend(in : up[0], grid[i][j - 1]) depend(inout : grid[i][j]) firstprivate(up, i, j, add)
          cell(i, j, up[0], add);  // the other body
        } else {
#pragma omp task depend(in : up[0], grid[i][j - 1]) depend(inout : grid[i][j]) firstprivate(up, i, j, add)
          cell(i, j, up[0], add);
        }
      }
    if (!strcmp(what, "refused")) {
#pragma omp task if (0)
      grid[0][0] = 0;
    }
  }
}

__attribute__((noinline)) static void litter_stack(int value) {
  volatile char litter[8192];
  memset((char*)litter, value, sizeof litter);
}

__attribute__((noinline)) static void sweep_with_gaps(long* row, int n, char c) {
  RONDO_TASKGRAPH(rondo_same_data()) {
    for (int i = 0; i < n; i++) {
#pragma omp task depend(inout : row[i]) firstprivate(row, i, c)
      row[i] += i + c;
    }
#pragma omp task depend(inout : row[0]) firstprivate(row, c)
    row[0] += c;
  }
}

static void step_of(const char* what, int step) {
  if (!strcmp(what, "none")) return;
  if (!strcmp(what, "padding")) {
    litter_stack(step * 17 + 1);
    return sweep_with_gaps(grid[1], kN, 3);
  }
  sweep(what, step);
  if (strcmp(what, "two")) return;
  RONDO_TASKGRAPH(rondo_graph_id(step % 2)) {
#pragma omp task
    grid[0][0] = 0;
  }
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "clean";
  int n_steps = kSteps;
  if (!strcmp(what, "child")) {
    pid_t child = fork();
    if (child < 0) return 1;
    if (child != 0) {
      int status;
      waitpid(child, &status, 0);
      return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
    }
  }
#pragma omp parallel
#pragma omp single
  for (int step = 0; step < n_steps; step++) step_of(what, step);
  printf("sum %ld\n", grid[kN][kN]);
  fflush(stdout);
  if (!strcmp(what, "parent")) {
    pid_t child = fork();
    if (child > 0) waitpid(child, NULL, 0);
  }
  if (!strcmp(what, "quit")) _exit(0);
  if (!strcmp(what, "killed")) kill(getpid(), SIGKILL);
  return argc > 2 ? atoi(argv[2]) : 0;
}
