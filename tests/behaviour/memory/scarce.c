// SPDX-License-Identifier: Apache-2.0
//
// The address space is limited after the first region (RLIMIT_AS), to less than the tasks need that the program
// creates while one task holds all others. They run all the same, in a smaller team if no thread can be started,
// each after its predecessor; and when the limit is raised again, tasks wait as ever.
//
// test: THREADS 4 ENV RONDO_THROTTLE=0 STDERR 'the system refuse[sd] '
// test: NOT_SANITIZED 'the sanitizers keep freed memory' NOT_STOCK gcc 'libgomp 12 ends the program'
// test: clang 'libomp 19 ends the program'
#include <omp.h>
#include <sys/resource.h>
#include <unistd.h>

#include "../process.h"
#include "check.h"
#include "creator.h"

enum { kTasks = 100000, kMore_kib = 6000, kLook_us = 20000, kLooks = 25 };

static int n_created;

static void use_many_tasks(void) {
  long sum = 0;
  int gate = 0, n_members = 0;
  n_created = 0;
#pragma omp parallel num_threads(4)
  {
#pragma omp atomic
    n_members++;
#pragma omp single
    {
#pragma omp task depend(out : gate) shared(gate)
      {
        wait_for_creator(&n_created, kTasks, kLooks, kLook_us);
        gate = 1;
      }
      for (int i = 0; i < kTasks; i++) {
        __atomic_store_n(&n_created, i + 1, __ATOMIC_RELAXED);
#pragma omp task depend(in : gate) firstprivate(i) shared(gate, sum)
        {
          CHECK_EQ(gate, 1);
#pragma omp atomic
          sum += i;
        }
      }
    }
  }
  CHECK_EQ(sum, (long)kTasks * (kTasks - 1) / 2);
  CHECK(n_members >= 1 && n_members <= 4);
}

int main(void) {
  int n_members = 0;
#pragma omp parallel num_threads(2) reduction(+ : n_members)
  n_members++;
  CHECK_EQ(n_members, 2);
  struct rlimit limit, now;
  limit.rlim_cur = limit_address_space(kMore_kib);
  CHECK(limit.rlim_cur != 0);
  for (int round = 0; round < 3; round++) use_many_tasks();
  getrlimit(RLIMIT_AS, &now);
  limit.rlim_max = now.rlim_max;
  CHECK_EQ(setrlimit(RLIMIT_AS, &limit), 0);
  use_many_tasks();
  return check_finish();
}
