/* SPDX-License-Identifier: Apache-2.0
 *
 * OpenMP's threads spin while those of another library want to work: regions and a pool of two POSIX threads by turns
 * (https://github.com/OpenMathLib/OpenBLAS/issues/3187: 10 times slower).
 */
#include <pthread.h>

#include "complaints/complaint.h"

static pthread_barrier_t begins;
static pthread_barrier_t ends;
static uint64_t turns;
static long n;

static void* worker(void* unused) {
  for (long i = 0; i < n; i++) {
    pthread_barrier_wait(&begins);
    measure_turn(turns);
    pthread_barrier_wait(&ends);
  }
  return unused;
}

int main(int argc, char** argv) {
  n = rounds(argc, argv, 1000);
  turns = turns_of(100e3);
  pthread_barrier_init(&begins, NULL, 3);
  pthread_barrier_init(&ends, NULL, 3);
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, NULL);
  const double start_s = measure_now_s();
  for (long i = 0; i < n; i++) {
#pragma omp parallel
    measure_turn(turns);
    pthread_barrier_wait(&begins);
    pthread_barrier_wait(&ends);
  }
  const double us = 1e6 * (measure_now_s() - start_s) / (double)n;
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  report("other_pool", "us", us);
  return 0;
}
