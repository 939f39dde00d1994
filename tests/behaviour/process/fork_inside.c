// SPDX-License-Identifier: Apache-2.0
//
// fork() inside a parallel region, by its master and by another thread: the child may go on serially, run parallel
// regions of its own, run another program and exit. In the parent the region goes on.
//
// test: NOT_SANITIZED 'the thread sanitizer does not support new threads in the child of a process with threads'
// test: NOT_STOCK clang 'libomp 19 crashes in such children'
#include <omp.h>

#include "../process.h"
#include "check.h"

static int members(int n) {
  int count = 0;
#pragma omp parallel num_threads(n) reduction(+ : count)
  count++;
  return count;
}

static void serial(void) {
  int x = 0;
#pragma omp task shared(x)
  x = 5;
#pragma omp taskwait
#pragma omp critical
  x++;
  if (x != 6 || omp_get_wtime() <= 0) _exit(1);
}

static void parallel(void) {
  for (int i = 0; i < 3; i++) {
    if (members(1 + i) < 1) _exit(1);
  }
  int sum = 0;
#pragma omp parallel for schedule(dynamic) reduction(+ : sum)
  for (int i = 0; i < 100; i++) sum += i;
  if (sum != 4950) _exit(2);
}

static void leaves(void) { exit(0); }

static void again(void) {
  parallel();
  if (status_of_child(parallel) != 0) _exit(3);
}

static void runs_program(void) {
  execl("/bin/true", "true", (char*)NULL);
  _exit(4);
}

static void (*const bodies[])(void) = {serial, parallel, leaves, again, runs_program};

int main(void) {
  for (int body = 0; body < 5; body++) {
    int n = 0;
#pragma omp parallel reduction(+ : n)
    {
      for (int turn = 0; turn < 2; turn++) {
        if (omp_get_thread_num() == (turn == 0 ? 0 : omp_get_num_threads() - 1)) {
          CHECK_EQ(status_of_child(bodies[body]), 0);
        }
#pragma omp barrier
      }
      n++;
    }
    CHECK_EQ(n, omp_get_max_threads());
  }
  return check_finish();
}
