// SPDX-License-Identifier: Apache-2.0
//
// One region encountered from different functions, frames, threads of a team, tasks and foreign threads, one after
// the other, and recursively from inside one of its own tasks.
//
// test: NOT_STOCK clang 'libomp 19 stops with an assertion of its allocator when foreign threads use dependences'
#include <pthread.h>

#include "graph/graph_check.h"

enum { kTasks = 10 };

// Sums 0 .. kTasks-1 times factor into *sum, in a chain.
static void region(long* sum, int factor) {
  RONDO_TASKGRAPH() {
    for (int i = 0; i < kTasks; i++)
#pragma omp task depend(inout : *sum) firstprivate(sum, factor, i)
      *sum += (long)factor * i;
  }
}

static void call_and_check(int factor) {
  long sum = 1000;
  region(&sum, factor);
  CHECK_EQ(sum, 1000 + 45L * factor);
}

static void* foreign(void* argument) {
  const int factor = *(int*)argument;
  call_and_check(factor);  // outside every parallel region
#pragma omp parallel num_threads(2)
#pragma omp single
  call_and_check(factor + 1);
  return NULL;
}

// A region whose tasks encounter the region itself, one level down.
static long descend(int depth) {
  long parts[3] = {0, 0, 0};
  RONDO_TASKGRAPH() {
    for (int i = 0; i < 3; i++)
#pragma omp task shared(parts) firstprivate(i, depth)
      parts[i] = depth > 0 ? descend(depth - 1) + i : i;
  }
  return parts[0] + parts[1] + parts[2];
}

static long serial_descend(int depth) { return depth > 0 ? 3 * serial_descend(depth - 1) + 3 : 3; }

int main(void) {
  call_and_check(3);
  call_and_check(4);
#pragma omp parallel
  {
#pragma omp single
    for (int factor = 1; factor < 20; factor++) call_and_check(factor);
    // Another thread each time.
    for (int turn = 0; turn < omp_get_num_threads(); turn++) {
      if (turn == omp_get_thread_num()) call_and_check(turn + 7);
#pragma omp barrier
    }
#pragma omp single
    for (int factor = 1; factor < 20; factor++)
#pragma omp task firstprivate(factor)
      call_and_check(factor);
#pragma omp single
    for (int repeat = 0; repeat < 4; repeat++) CHECK_EQ(descend(3), serial_descend(3));
  }
  for (int i = 0; i < 4; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, foreign, &i);
    pthread_join(thread, NULL);
  }
  return check_finish();
}
