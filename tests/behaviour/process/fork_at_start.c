// SPDX-License-Identifier: Apache-2.0
//
// Children made while another thread enters the program's first region, for which the runtime reads the
// description of the machine: they read it themselves and go on.
//
// test: THREADS 2 ENV OMP_PROC_BIND=true
// test: NOT_SANITIZED 'the thread sanitizer does not support new threads in the child of a process with threads'
// test: NOT_STOCK gcc 'libgomp 12 hangs in children of a process that has used OpenMP'
// test: clang "of libomp 19's children one hangs now and then"
#include <omp.h>
#include <pthread.h>

#include "../process.h"
#include "../region.h"
#include "check.h"

static void child(void) {
  use_region(NULL);
  if (check_failures != 0) _exit(1);
}

// In a process that has not used OpenMP.
static void fork_at_start(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, use_region, NULL) != 0) _exit(3);
  for (int round = 0; round < 4; round++) {
    if (status_of_child(child) != 0) _exit(2);
    usleep(500);
  }
  pthread_join(thread, NULL);
}

int main(void) {
  for (int round = 0; round < 8; round++) CHECK_EQ(status_of_child(fork_at_start), 0);
  return check_finish();
}
