// SPDX-License-Identifier: Apache-2.0
//
// taskyield: a task that retries a lock and yields in between lets the lock's owner finish. The owner is never a task
// that the yielding thread has below it on its stack, so this ends on one thread too.
#include <omp.h>

#include "check.h"

enum { kTasks = 100 };

int main(void) {
  omp_lock_t lock;
  omp_init_lock(&lock);
  int value = 0;
#pragma omp parallel
  {
#pragma omp single
    for (int i = 0; i < kTasks; i++)
#pragma omp task shared(lock, value)
    {
      while (!omp_test_lock(&lock)) {
#pragma omp taskyield
      }
      value++;
      omp_unset_lock(&lock);
    }
#pragma omp taskyield
  }
#pragma omp taskyield
  CHECK_EQ(value, kTasks);
  omp_destroy_lock(&lock);
  return check_finish();
}
