// SPDX-License-Identifier: Apache-2.0
//
// Threads that sleep are woken for tasks, for regions and at barriers, and may be led to a processor of their own.
// The program sees nothing of it: each thread runs with the mask it had, also with one that the program has set.
//
// test: THREADS 2 FLAGS -D_GNU_SOURCE
#include <omp.h>
#include <sched.h>
#include <unistd.h>

#include "check.h"

enum { kThreads = 2, kRounds = 40, kPause_us = 5000 };

static cpu_set_t expected[kThreads];
static int n_wrong;

static void look(void) {
  cpu_set_t mine;
  if (sched_getaffinity(0, sizeof mine, &mine) != 0 || !CPU_EQUAL(&mine, &expected[omp_get_thread_num()])) {
#pragma omp atomic
    n_wrong++;
  }
}

static void regions(void) {
  for (int round = 0; round < kRounds; round++) {
    usleep(kPause_us);
#pragma omp parallel num_threads(2)
    look();
  }
}

static void tasks(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int round = 0; round < kRounds; round++) {
    usleep(kPause_us);
#pragma omp task
    look();
    const double end = omp_get_wtime() + 400e-6;
    while (omp_get_wtime() < end) {
    }
  }
}

static void barriers(void) {
#pragma omp parallel num_threads(2)
  for (int round = 0; round < kRounds; round++) {
    if (omp_get_thread_num() == round % 2) usleep(kPause_us);
#pragma omp barrier
    look();
  }
}

static void all(void) {
  regions();
  tasks();
  barriers();
}

int main(void) {
  cpu_set_t own;
  CHECK_EQ(sched_getaffinity(0, sizeof own, &own), 0);
  for (int i = 0; i < kThreads; i++) expected[i] = own;
  all();
  CHECK_EQ(n_wrong, 0);

  /* A mask of the program's own. */
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    CHECK_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    expected[1] = one;
  }
  all();
  CHECK_EQ(n_wrong, 0);
  return check_finish();
}
