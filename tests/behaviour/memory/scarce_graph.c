// SPDX-License-Identifier: Apache-2.0
//
// A region whose graph has no room in the address space (RLIMIT_AS) runs as ordinary tasks, and one line says why.
//
// test: THREADS 2 NOT_SANITIZED 'the sanitizers keep freed memory'
// test: STDERR 'cannot be recorded.*there is no memory for its graph' NOT_STOCK gcc 'nothing is recorded there'
// test: clang 'nothing is recorded there'
#include <omp.h>
#include <rondo.h>
#include <sys/resource.h>
#include <unistd.h>

#include "../process.h"
#include "check.h"

enum { kTasks = 40000, kMore_kib = 7000, kRounds = 3 };

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
    RONDO_TASKGRAPH() {
      for (int i = 0; i < kTasks; i++) {
#pragma omp task depend(inout : cells[i % 100]) firstprivate(i)
        cells[i]++;
      }
    }
  }
  for (int i = 0; i < kTasks; i++) CHECK_EQ(cells[i], kRounds);
  return check_finish();
}
