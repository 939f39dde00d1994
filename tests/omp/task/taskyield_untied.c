// SPDX-License-Identifier: Apache-2.0
//
// Untied tasks that wait for a message of another task, and yield meanwhile, let tasks run that are not their
// descendants, because they constrain nothing (OpenMP 5.2 section 12.9). One thread has all tasks, those that wait on
// top. A tied task that runs on top of one that waits is itself constrained as ever.
#include <omp.h>

#include "check.h"

enum { kMessages = 20, kYields = 1000000 };
static int has_come[kMessages];
static int n_received;
static int current;
#pragma omp threadprivate(current)

static void send(int i) {
  current = i;
#pragma omp task
  spin_for(5);
#pragma omp taskwait
  CHECK_EQ(current, i);
  __atomic_store_n(&has_come[i], 1, __ATOMIC_RELEASE);
}

static void receive(int i) {
  int n = 0;
  for (; n < kYields && !__atomic_load_n(&has_come[i], __ATOMIC_ACQUIRE); n++) {
#pragma omp taskyield
  }
  CHECK(n < kYields);
  __atomic_add_fetch(&n_received, 1, __ATOMIC_RELEASE);
}

int main(void) {
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) {
    while (__atomic_load_n(&n_received, __ATOMIC_ACQUIRE) < kMessages) {
    }
  } else {
    for (int i = 0; i < kMessages; i++) {
#pragma omp task
      send(i);
#pragma omp task untied
      receive(i);
    }
  }
  return check_finish();
}
