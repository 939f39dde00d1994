// SPDX-License-Identifier: Apache-2.0
//
// One thread of a team of two creates and executes N tasks, while the other is kept out of the runtime, so that what
// is counted does not depend on who steals. Usage: tasks flat|fib|chain|wavefront N
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile int is_over;
static int cells[66][66];
static long n_tasks;

// Batches that no runtime executes on the spot because there are too many.
static void flat(long n) {
  for (long i = 0; i < n; i += 64) {
    for (int j = 0; j < 64; j++) {
#pragma omp task
      n_tasks++;
    }
#pragma omp taskwait
  }
}

// Tasks that create tasks and wait for them: n of them in all.
static void fib(long n) {
  n_tasks++;
  if (n <= 1) return;
  const long left = (n - 1) / 2;
  if (left > 0) {
#pragma omp task
    fib(left);
  }
  if (n - 1 - left > 0) {
#pragma omp task
    fib(n - 1 - left);
  }
#pragma omp taskwait
}

static void chain(long n) {
  for (long i = 0; i < n; i++) {
#pragma omp task depend(inout : cells[0][0])
    n_tasks++;
  }
#pragma omp taskwait
}

static void wavefront(long n) {
  for (long done = 0; done < n; done += 64 * 64) {
    for (int i = 1; i <= 64; i++) {
      for (int j = 1; j <= 64; j++) {
#pragma omp task depend(in : cells[i - 1][j], cells[i][j - 1]) depend(out : cells[i][j])
        n_tasks++;
      }
    }
  }
#pragma omp taskwait
}

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const long n = atol(argv[2]);
#pragma omp parallel num_threads(2)
  {
#pragma omp master
    {
      usleep(100000);  // the other one has left the runtime
      if (strcmp(argv[1], "flat") == 0) flat(n);
      if (strcmp(argv[1], "fib") == 0) fib(n);
      if (strcmp(argv[1], "chain") == 0) chain(n);
      if (strcmp(argv[1], "wavefront") == 0) wavefront(n);
      is_over = 1;
    }
    while (!is_over) usleep(1000);
  }
  printf("%ld\n", n_tasks);
  return n_tasks == n ? 0 : 1;
}
