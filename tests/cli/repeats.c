// SPDX-License-Identifier: Apache-2.0
//
// Sweeps of the same 36 tasks without any directive for task graphs, and one that writes what it only reads in the
// others: for the tests of `rondo graph --autograph`. With the argument `parent` a child is forked behind them and
// does nothing.
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "spend.h"
enum { kN = 6, kSweeps = 40 };
static long grid[kN + 1][kN + 1];
static void relax(int i, int j) { grid[i][j] = spend((grid[i][j] + grid[i - 1][j] + 3 * grid[i][j - 1]) % 1009 + 1); }

static void sweep(void) {
  for (int i = 1; i <= kN; i++)
    for (int j = 1; j <= kN; j++) {
#pragma omp task depend(in : grid[i - 1][j], grid[i][j - 1]) depend(inout : grid[i][j])
      relax(i, j);
    }
}

int main(int argc, char** argv) {
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < kSweeps; i++) sweep();
#pragma omp task depend(out : grid[0][1], grid[1][0]) depend(inout : grid[1][1])
    grid[1][1]++;
  }
  printf("sum %ld\n", grid[kN][kN]);
  fflush(stdout);
  if (argc > 1 && !strcmp(argv[1], "parent")) {
    pid_t child = fork();
    if (child > 0) waitpid(child, NULL, 0);
  }
}
