// SPDX-License-Identifier: Apache-2.0
//
// A program around extension.c: prints the default number of threads, the size of a team of that many, and whether a
// sum is right. With the argument `wait`, a thread of a team then stops in a task for a debugger to look at.
#include <omp.h>
#include <signal.h>
#include <stdio.h>

int max_threads(void);
int team_size(int n);
long sum(long n);

static void stop_here(void) {
#pragma omp parallel num_threads(3)
#pragma omp master
  {
#pragma omp task
    {
      raise(SIGTRAP);
      __asm__ volatile("");  // no tail call: the frame is to be seen
    }
#pragma omp taskwait
  }
}

int main(int argc, char** argv) {
  (void)argv;
  printf("%d %d %d\n", max_threads(), team_size(max_threads()), sum(1000) == 499530);
  fflush(stdout);
  if (argc > 1) stop_here();
  return 0;
}
