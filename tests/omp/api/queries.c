// SPDX-License-Identifier: Apache-2.0
//
// omp_get_* outside and inside regions and tasks: thread numbers, limits, levels, dynamic, times, processors.
//
// test: QUICK
#define _GNU_SOURCE
#include <omp.h>
#include <pthread.h>
#include <sched.h>

#include "check.h"

// A thread of the program whose first calls these are: alone, and outside of all regions.
static void* ask_alone(void* unused) {
  (void)unused;
  CHECK_EQ(omp_get_thread_num(), 0);
  CHECK_EQ(omp_get_num_threads(), 1);
  CHECK_EQ(omp_in_parallel(), 0);
  CHECK_EQ(omp_get_level(), 0);
  CHECK_EQ(omp_get_active_level(), 0);
  return NULL;
}

static void ask_from_new_thread(void) {
  pthread_t thread;
  CHECK_EQ(pthread_create(&thread, NULL, ask_alone, NULL), 0);
  CHECK_EQ(pthread_join(thread, NULL), 0);
}

int main(void) {
  ask_alone(NULL);
  const int threads = omp_get_max_threads();
  CHECK_EQ(omp_get_num_threads(), 1);
  CHECK_EQ(omp_get_thread_num(), 0);
  CHECK_EQ(omp_in_parallel(), 0);
  CHECK_EQ(omp_in_final(), 0);
  CHECK_EQ(omp_get_level(), 0);
  CHECK_EQ(omp_get_active_level(), 0);
  CHECK_EQ(omp_get_ancestor_thread_num(0), 0);
  CHECK_EQ(omp_get_ancestor_thread_num(1), -1);
  CHECK_EQ(omp_get_team_size(0), 1);
  CHECK_EQ(omp_get_team_size(1), -1);
  CHECK(omp_get_thread_limit() >= threads);
  CHECK(omp_get_max_active_levels() >= 1);
  CHECK(omp_get_supported_active_levels() >= 3);
  CHECK_EQ(omp_get_cancellation(), 0);
  CHECK(omp_get_max_task_priority() >= 0);
  CHECK_EQ(omp_is_initial_device(), 1);
  CHECK_EQ(omp_get_num_teams(), 1);
  CHECK_EQ(omp_get_team_num(), 0);
  CHECK_EQ(omp_get_initial_device(), omp_get_num_devices());

  cpu_set_t usable;
  sched_getaffinity(0, sizeof usable, &usable);
  CHECK_EQ(omp_get_num_procs(), CPU_COUNT(&usable));

  const double start = omp_get_wtime();
  CHECK(omp_get_wtick() > 0 && omp_get_wtick() < 0.1);
#pragma omp parallel
  {
    CHECK_EQ(omp_get_num_threads(), threads);
    CHECK(omp_get_thread_num() >= 0 && omp_get_thread_num() < threads);
    CHECK_EQ(omp_get_level(), 1);
    CHECK_EQ(omp_get_active_level(), threads > 1);
    CHECK_EQ(omp_get_team_size(1), threads);
    CHECK_EQ(omp_get_ancestor_thread_num(1), omp_get_thread_num());
    CHECK_EQ(omp_get_team_size(2), -1);
    CHECK_EQ(omp_get_num_procs(), CPU_COUNT(&usable));
#pragma omp task
    {
      CHECK_EQ(omp_get_num_threads(), threads);
      CHECK(omp_get_thread_num() >= 0 && omp_get_thread_num() < threads);
      CHECK_EQ(omp_get_level(), 1);
      CHECK_EQ(omp_in_final(), 0);
    }
  }
#pragma omp parallel
#pragma omp masked
  ask_from_new_thread();
  CHECK(omp_get_wtime() >= start);
  CHECK_EQ(omp_get_level(), 0);
  return check_finish();
}
