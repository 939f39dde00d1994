// SPDX-License-Identifier: Apache-2.0
//
// Tasks with an address each, which one task holds, in processes with more and more room (RLIMIT_AS): wherever the
// memory ends, for tasks or for the table of their addresses, the others run where they are created.
//
// test: THREADS 2 ENV RONDO_THROTTLE=0 NOT_SANITIZED 'the sanitizers keep freed memory'
// test: NOT_STOCK gcc 'libgomp 12 ends the program' clang 'libomp 19 ends the program'
#include <omp.h>
#include <sys/resource.h>
#include <unistd.h>

#include "../process.h"
#include "check.h"
#include "creator.h"

enum { kTasks = 60000, kLook_us = 5000, kLooks = 5, kMost_kib = 6000, kStep_kib = 200 };

static int cells[kTasks];
static int n_created;
static long more_kib;

static void use_addresses(void) {
  if (freopen("/dev/null", "w", stderr) == NULL) _exit(1);  // each process says that memory is scarce
#pragma omp parallel
  {
#pragma omp barrier
  }
  if (limit_address_space(more_kib) == 0) _exit(1);
  int gate = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : gate) shared(gate)
    {
      wait_for_creator(&n_created, kTasks, kLooks, kLook_us);
      gate = 1;
    }
    for (int i = 0; i < kTasks; i++) {
      __atomic_store_n(&n_created, i + 1, __ATOMIC_RELAXED);
#pragma omp task depend(in : gate) depend(inout : cells[i]) firstprivate(i) shared(gate)
      cells[i] += gate;
    }
    for (int i = 0; i < kTasks; i++) {
#pragma omp task depend(inout : cells[i]) firstprivate(i)
      cells[i] *= 3;
    }
  }
  for (int i = 0; i < kTasks; i++) {
    if (cells[i] != 3) _exit(2);
  }
}

int main(void) {
  for (more_kib = 0; more_kib < kMost_kib; more_kib += kStep_kib) CHECK_EQ(status_of_child(use_addresses), 0);
  return check_finish();
}
