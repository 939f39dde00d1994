// SPDX-License-Identifier: Apache-2.0
//
// The first thread that uses OpenMP may have the smallest stack that the system allows.
//
// test: THREADS 4 NOT_SANITIZED 'the sanitizers need more stack'
#include <limits.h>
#include <omp.h>
#include <pthread.h>

#include "check.h"

static void* region(void* unused) {
  int n = 0;
#pragma omp parallel num_threads(3)
#pragma omp single
  for (int i = 0; i < 20; i++) {
#pragma omp task shared(n)
#pragma omp atomic
    n++;
  }
  CHECK_EQ(n, 20);
  return unused;
}

int main(void) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  CHECK_EQ(pthread_attr_setstacksize(&attributes, PTHREAD_STACK_MIN), 0);
  pthread_t thread;
  CHECK_EQ(pthread_create(&thread, &attributes, region, NULL), 0);
  pthread_join(thread, NULL);
  return check_finish();
}
