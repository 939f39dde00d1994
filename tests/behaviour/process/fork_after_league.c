// SPDX-License-Identifier: Apache-2.0
//
// fork() behind a teams region and behind a target region, whose parallel regions have left threads: the child can
// execute the same regions again, and so can the parent.
//
// test: NOT_STOCK gcc 'libgomp 12 hangs in a child forked after a parallel region'
// test: NOT_SANITIZED 'the thread sanitizer does not support new threads in the child of a process with threads'
#include <omp.h>

#include "../process.h"
#include "check.h"

static int of_league(void) {
  int n = 0;
#pragma omp teams num_teams(1) shared(n)
#pragma omp parallel num_threads(3)
  {
#pragma omp atomic
    n++;
  }
  return n;
}

static int of_target(void) {
  int n = 0;
#pragma omp target map(tofrom : n)
#pragma omp parallel num_threads(3)
  {
#pragma omp atomic
    n++;
  }
  return n;
}

static void both(void) {
  if (of_league() < 1 || of_target() < 1) _exit(1);
}

int main(void) {
  both();
  CHECK_EQ(status_of_child(both), 0);
  both();
#pragma omp parallel num_threads(1)
  {
    both();
    CHECK_EQ(status_of_child(both), 0);
  }
  both();
  return check_finish();
}
