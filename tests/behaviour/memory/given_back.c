// SPDX-License-Identifier: Apache-2.0
//
// Memory of many tasks that wait at once goes back to the system when it is needed no more: while the program goes on
// without OpenMP, and while a thread that has ended is not there to see to it.
//
// test: NOT_SANITIZED 'the sanitizers keep freed memory'
// test: NOT_STOCK gcc 'libgomp 12 hangs: it waits for the task that holds the others when many are queued'
// test: clang 'libomp 19 keeps the memory of tasks'
#include <omp.h>
#include <pthread.h>

#include "../process.h"
#include "check.h"

static long held_tasks(int n, int n_threads) {
  long done = 0;
  int gate = 0;
  (void)gate;  // only its address matters, and gcc says it is unused
  omp_event_handle_t open = (omp_event_handle_t)0;
#pragma omp parallel num_threads(n_threads)
#pragma omp single
  {
#pragma omp task depend(out : gate) detach(open)
    __asm__ volatile("");
    for (int i = 0; i < n; i++) {
#pragma omp task depend(in : gate) shared(done)
#pragma omp atomic
      done++;
    }
    omp_fulfill_event(open);
  }
  return done;
}

enum { kTasks = 200000, kOnceMore = kTasks / 10 };

// The program does something else meanwhile. Resident memory of more than before, in KiB.
static long left_after_a_while(long before_kib) {
  long left_kib = 0;
  for (int tries = 0; tries < 300; tries++) {
    usleep(100000);
    left_kib = resident_kib() - before_kib;
    if (left_kib < 10 * 1024) break;
  }
  return left_kib;
}

static void* of_a_thread(void* argument) {
  (void)argument;
  CHECK_EQ(held_tasks(kTasks, 1), kTasks);
  return NULL;
}

int main(void) {
  const int n_threads = omp_get_max_threads();
  held_tasks(1000, n_threads);
  const long before_kib = resident_kib();
  for (int round = 0; round < 2; round++) {
    CHECK_EQ(held_tasks(kTasks, n_threads), kTasks);
    CHECK(left_after_a_while(before_kib) < 10 * 1024);
  }
  pthread_t thread;
  pthread_create(&thread, NULL, of_a_thread, NULL);
  pthread_join(thread, NULL);
  CHECK(left_after_a_while(before_kib) < 10 * 1024);
  CHECK_EQ(held_tasks(kOnceMore, n_threads), kOnceMore);
  return check_finish();
}
