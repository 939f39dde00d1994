// SPDX-License-Identifier: Apache-2.0
//
// Memory is scarce (RLIMIT_AS), and tasks that would have to wait run where they are created; but not behind a task
// whose event their creator fulfils later: they take from the runtime's reserve.
//
// test: THREADS 1 2 ENV RONDO_THROTTLE=0 STDERR 'the system refuses '
// test: NOT_SANITIZED 'the sanitizers keep freed memory'
// test: NOT_STOCK gcc 'libgomp 12 ends the program' clang 'libomp 19 ends the program'
#include <omp.h>
#include <sys/resource.h>
#include <unistd.h>

#include "../process.h"
#include "check.h"

enum { kTasks = 2000, kMore_kib = 0 };

static int cells[kTasks];

int main(void) {
  int value = 0;
#pragma omp parallel
  {
#pragma omp barrier
  }
  CHECK(limit_address_space(kMore_kib) != 0);
#pragma omp parallel
#pragma omp single
  {
    omp_event_handle_t event;
#pragma omp task detach(event) depend(out : value) shared(value)
    value = 1;
    for (int i = 0; i < kTasks; i++) {
#pragma omp task depend(in : value) firstprivate(i) shared(value)
      cells[i] += value;
    }
    omp_fulfill_event(event);
  }
  for (int i = 0; i < kTasks; i++) CHECK_EQ(cells[i], 1);
  return check_finish();
}
