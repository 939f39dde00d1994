// SPDX-License-Identifier: Apache-2.0
//
// Children made by one thread while others run regions and come and go: none of them finds a lock held by a thread
// that it does not have, or a team whose threads are missing.
//
// test: THREADS 4
// test: NOT_SANITIZED 'the thread sanitizer does not support new threads in the child of a process with threads'
// test: NOT_STOCK gcc 'libgomp 12 hangs in children of a process that has used OpenMP'
// test: clang "of libomp 19's children one hangs now and then"
#include <omp.h>
#include <pthread.h>

#include "../process.h"
#include "check.h"

static int stop;

static int region(void) {
  int sum = 0;
#pragma omp parallel for num_threads(3) reduction(+ : sum) schedule(dynamic)
  for (int i = 0; i < 30; i++) sum += i;
  return sum == 435;
}

static void* once(void* unused) {
  CHECK(region());
  return unused;
}

static void* busy(void* unused) {
  while (!__atomic_load_n(&stop, __ATOMIC_ACQUIRE)) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, once, NULL) != 0) continue;
    pthread_join(thread, NULL);
  }
  return unused;
}

static void child(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, once, NULL);
  if (!region()) _exit(1);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  if (check_failures != 0) _exit(2);
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, busy, NULL);
  for (int round = 0; round < 60; round++) CHECK_EQ(status_of_child(child), 0);
  __atomic_store_n(&stop, 1, __ATOMIC_RELEASE);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return check_finish();
}
