// SPDX-License-Identifier: Apache-2.0
//
// main returns while foreign threads that used OpenMP still exist and sleep, and destructors of the program call
// OpenMP.
#include <omp.h>
#include <pthread.h>
#include <unistd.h>

#include "check.h"

static int ready;

static void* sleeper(void* unused) {
  (void)unused;
  int members = 0;
#pragma omp parallel num_threads(2) reduction(+ : members)
  members++;
  CHECK_EQ(members, 2);
  __atomic_store_n(&ready, 1, __ATOMIC_RELEASE);
  for (;;) pause();
  return NULL;
}

__attribute__((destructor)) static void late(void) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 10; i++) sum += i;
  if (sum != 45) _exit(3);
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, sleeper, NULL);
  while (!__atomic_load_n(&ready, __ATOMIC_ACQUIRE)) usleep(1000);
  return check_finish();
}
