// SPDX-License-Identifier: Apache-2.0
//
// Threads of the program that used teams and end give the teams' threads back: later ones use them, and those that
// nobody needs for seconds end, but for a few.
//
// test: THREADS 4 NOT_SANITIZED 'the sanitizers have threads of their own'
// test: NOT_STOCK clang 'libomp 19 keeps all threads'
#include <omp.h>
#include <pthread.h>

#include "../process.h"
#include "check.h"

enum { kRounds = 30, kAtOnce = 6, kTeam = 4, kAtWork = kAtOnce * (kTeam - 1) };

static pthread_barrier_t all_in;

static void* call(void* unused) {
  int n = 0;
#pragma omp parallel num_threads(kTeam) reduction(+ : n)
  n++;
  CHECK_EQ(n, kTeam);
  pthread_barrier_wait(&all_in);
  return unused;
}

int main(void) {
  const int processors = omp_get_num_procs();
  pthread_barrier_init(&all_in, NULL, kAtOnce);
  for (int round = 0; round < kRounds; round++) {
    pthread_t threads[kAtOnce];
    for (int i = 0; i < kAtOnce; i++) pthread_create(&threads[i], NULL, call, NULL);
    for (int i = 0; i < kAtOnce; i++) pthread_join(threads[i], NULL);
    // Some may be on their way back still, and those that have been joined on their way out; not those of all rounds.
    CHECK(n_threads_of_process() <= 1 + kAtOnce + 5 * kAtWork);
  }
  int n_left = 0;
  for (int tenths = 0; tenths < 300; tenths++) {
    n_left = n_threads_of_process();
    if (n_left <= 1 + processors) break;
    usleep(100000);
  }
  CHECK(n_left <= 1 + processors);
  int n = 0;
#pragma omp parallel num_threads(9) reduction(+ : n)
  n++;
  CHECK_EQ(n, 9);
  return check_finish();
}
