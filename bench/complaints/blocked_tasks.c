/* SPDX-License-Identifier: Apache-2.0
 *
 * Tasks that wait for a message of another task, as tasks that receive and send do
 * (https://github.com/mpi-forum/mpi-issues/issues/75): one thread computes until all messages have come, the other has
 * all tasks, and those that wait let others run by taskyield. Does a message ever come?
 */
#include <omp.h>
#include <unistd.h>

#include "complaints/complaint.h"

enum { kMessages = 20 };
static int has_come[kMessages];
static int n_received;

static int is_set(const int* flag) { return __atomic_load_n(flag, __ATOMIC_ACQUIRE) != 0; }

static void receive(int i) {
  while (!is_set(&has_come[i])) {
#pragma omp taskyield
  }
  __atomic_add_fetch(&n_received, 1, __ATOMIC_RELEASE);
}

int main(void) {
  alarm(3);
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) {
    while (__atomic_load_n(&n_received, __ATOMIC_ACQUIRE) < kMessages) measure_turn(100);
  } else {
    for (int i = 0; i < kMessages; i++) {
#pragma omp task untied
      receive(i);
#pragma omp task
      __atomic_store_n(&has_come[i], 1, __ATOMIC_RELEASE);
    }
  }
  report_outcome("blocked_tasks", "works");
  return 0;
}
