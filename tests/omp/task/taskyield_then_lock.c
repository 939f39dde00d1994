// SPDX-License-Identifier: Apache-2.0
//
// taskyield runs a task whose parent waits for it in a taskwait and holds a lock meanwhile. The yielding thread wants
// that lock next, so the parent has to hear at once that its child is done.
#include <omp.h>
#include <unistd.h>

#include "check.h"

int main(void) {
  omp_lock_t lock;
  omp_init_lock(&lock);
  int child_done = 0, is_held = 0, n_holders = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(lock, child_done, is_held, n_holders)
    {
      omp_set_lock(&lock);
#pragma omp task shared(child_done)
      __atomic_store_n(&child_done, 1, __ATOMIC_RELEASE);
      __atomic_store_n(&is_held, 1, __ATOMIC_RELEASE);
      usleep(100000);
#pragma omp taskwait
      n_holders++;
      omp_unset_lock(&lock);
    }
    if (omp_get_num_threads() > 1) {
      while (!__atomic_load_n(&is_held, __ATOMIC_ACQUIRE)) usleep(100);
    }
    for (int i = 0; i < 100 && !__atomic_load_n(&child_done, __ATOMIC_ACQUIRE); i++) {
#pragma omp taskyield
    }
    omp_set_lock(&lock);
    n_holders++;
    omp_unset_lock(&lock);
  }
  CHECK_EQ(n_holders, 2);
  omp_destroy_lock(&lock);
  return check_finish();
}
