// SPDX-License-Identifier: Apache-2.0
//
// Tasks that repeat, in a process without room for their forecasts (RLIMIT_AS): they stay ordinary tasks.
//
// test: THREADS 2 ENV RONDO_AT_ONCE_NS=0 STDERR_MAY 'the system refuses '
// test: NOT_SANITIZED 'the sanitizers keep freed memory'
// test: NOT_STOCK gcc 'its tasks take more memory' clang 'its tasks take more memory'
#include <omp.h>
#include <sys/resource.h>
#include <unistd.h>

#include "../process.h"
#include "check.h"

enum { kTasks = 12000, kMore_kib = 4000, kRounds = 12 };

static int cells[kTasks];

int main(void) {
#pragma omp parallel
  {
#pragma omp barrier
  }
  CHECK(limit_address_space(kMore_kib) != 0);
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < kRounds; round++) {
    for (int i = 0; i < kTasks; i++) {
#pragma omp task depend(inout : cells[i]) firstprivate(i)
      cells[i]++;
    }
  }
  for (int i = 0; i < kTasks; i++) CHECK_EQ(cells[i], kRounds);
  return check_finish();
}
