// SPDX-License-Identifier: Apache-2.0
//
// Tasks that wait for another cannot be run early, so that memory is needed for all of them; the next as many use the
// same memory again, whoever ran the former.
//
// test: THREADS 2 NOT_SANITIZED 'the sanitizers keep freed memory' STOCK_ARGS 20000
// test: NOT_STOCK gcc 'libgomp 12 hangs: it waits for the task that holds the others when many are queued'
#include <omp.h>

#include "../process.h"
#include "check.h"

static long held_tasks(int n) {
  long done = 0;
  int gate = 0;
  (void)gate;  // only its address matters, and gcc says it is unused
  omp_event_handle_t open = (omp_event_handle_t)0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(out : gate) detach(open)
    __asm__ volatile("");
    for (int i = 0; i < n; i++) {
#pragma omp task depend(in : gate) shared(done)
#pragma omp atomic
      done++;
    }
    omp_fulfill_event(open);
  }
  return done;
}

int main(int n_arguments, char** arguments) {
  const int n = n_arguments > 1 ? atoi(arguments[1]) : TEST_SCALE(200000);
  CHECK_EQ(held_tasks(n), n);
  const long first_kib = resident_kib();
  for (int round = 0; round < 8; round++) CHECK_EQ(held_tasks(n), n);
  // Blocks travel between the two threads: some more than the first round's lie at either.
  CHECK(resident_kib() - first_kib < first_kib);
  return check_finish();
}
