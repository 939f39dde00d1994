// SPDX-License-Identifier: Apache-2.0
//
// A thread of the program that ends inside of regions: alone in them it does no harm; as the master of a region that
// others are in it ends the process with a message, not in silence and for ever.
//
// test: THREADS 4 STATUS -6 STDERR 'a thread ends, by .*, as the master of a parallel region'
// test: NOT_STOCK gcc 'libgomp 12 hangs' clang 'libomp 19 hangs'
#include <omp.h>
#include <pthread.h>
#include <unistd.h>

#include "check.h"

enum { kTeam = 3 };

static void* end_alone(void* unused) {
#pragma omp parallel num_threads(1)
  {
#pragma omp parallel num_threads(1)
    pthread_exit(unused);
  }
  return unused;
}

static void* end_among_others(void* unused) {
#pragma omp parallel num_threads(kTeam)
  {
#pragma omp barrier
    if (omp_get_thread_num() == 0) pthread_exit(unused);
    usleep(1000);
  }
  return unused;
}

int main(void) {
  for (int round = 0; round < 10; round++) {
    pthread_t thread;
    pthread_create(&thread, NULL, end_alone, NULL);
    pthread_join(thread, NULL);
    int n = 0;
#pragma omp parallel num_threads(kTeam) reduction(+ : n)
    n++;
    CHECK_EQ(n, kTeam);
  }
  if (check_finish() != 0) return 1;
  fflush(stdout);
  pthread_t thread;
  pthread_create(&thread, NULL, end_among_others, NULL);
  pthread_join(thread, NULL);
  puts("the process goes on");
  return 1;
}
