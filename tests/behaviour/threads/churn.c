// SPDX-License-Identifier: Apache-2.0
//
// Changing and nested thread counts use the same few threads again and again, where starting new ones would take 600:
// a start is counted by a pthread_create of our own.
//
// test: THREADS 4 FLAGS -D_GNU_SOURCE -rdynamic LIBS -ldl
// test: NOT_SANITIZED 'the sanitizers have a pthread_create of their own'
// test: NOT_STOCK gcc 'libgomp 12 starts 600 threads here'
#include <dlfcn.h>
#include <omp.h>
#include <pthread.h>

#include "../process.h"
#include "check.h"

static int n_started;

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*), void* argument) {
  int (*real)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  *(void**)&real = dlsym(RTLD_NEXT, "pthread_create");
  __atomic_add_fetch(&n_started, 1, __ATOMIC_RELAXED);
  return real(thread, attributes, run, argument);
}

int main(void) {
  omp_set_max_active_levels(2);
  int sum = 0;
  for (int round = 0; round < 300; round++) {
#pragma omp parallel num_threads(1 + round % 4) reduction(+ : sum)
    {
#pragma omp parallel num_threads(1 + (round / 4) % 3) reduction(+ : sum)
      sum++;
    }
  }
  CHECK_EQ(sum, 300 / 12 * 60);
  // At most 12 at work; threads on their way back to the pool, where they may wait for a processor, are missed there
  // by the next regions.
  CHECK(n_started <= 5 * 12);
  CHECK(n_threads_of_process() <= 1 + 5 * 12);
  return check_finish();
}
