// SPDX-License-Identifier: Apache-2.0
//
// The system refuses threads (played by a pthread_create of our own): teams are smaller, work is complete, nothing is
// lost however many regions ask, and once the system has threads again, teams have them again.
//
// test: THREADS 4 FLAGS -D_GNU_SOURCE -rdynamic LIBS -ldl
// test: NOT_SANITIZED 'the sanitizers have a pthread_create of their own'
// test: STDERR 'the system refused thread number 4 .* going on with fewer'
// test: NOT_STOCK gcc 'libgomp 12 ends the program' clang 'libomp 19 ends the program'
#include <dlfcn.h>
#include <errno.h>
#include <omp.h>
#include <pthread.h>

#include "../process.h"
#include "check.h"

static int n_left = 2;  // threads that the system still has
static long n_asked;

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*), void* argument) {
  int (*real)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  *(void**)&real = dlsym(RTLD_NEXT, "pthread_create");
  n_asked++;
  if (n_left == 0) return EAGAIN;
  n_left--;
  return real(thread, attributes, run, argument);
}

static int region(void) {
  int members = 0, sum = 0;
#pragma omp parallel num_threads(6) reduction(+ : members, sum)
  {
    members++;
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 20; i++) sum += i;
  }
  CHECK_EQ(sum, 190);
  return members;
}

int main(void) {
  enum { kRegions = 70000 };  // more than Rondo has numbers for threads
  CHECK_EQ(region(), 3);
  const long before_kib = resident_kib();
  const double start = omp_get_wtime();
  for (int i = 0; i < kRegions && omp_get_wtime() - start < 20; i++) CHECK_EQ(region(), 3);
  CHECK(resident_kib() - before_kib < 1024);
  CHECK_EQ(n_threads_of_process(), 3);
  CHECK(n_asked < 100);  // not once a region
  n_left = 100;
  int members = 3;
  while (members == 3 && omp_get_wtime() - start < 40) {
    usleep(100000);
    members = region();
  }
  CHECK_EQ(members, 6);
  return check_finish();
}
