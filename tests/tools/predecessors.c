/* SPDX-License-Identifier: Apache-2.0
 *
 * Tasks behind one that is not over before all of them have been created, so that the number of pairs of which a tool
 * hears is known (test_tools.py).
 */
#include <omp.h>

#include "check.h"

enum { kRounds = 20 };

static int sum;

static void add(int n) {
#pragma omp atomic
  sum += n;
}

static void tasks(void) {
  int first = 0, second = 0;
  omp_event_handle_t event = (omp_event_handle_t)0;
#pragma omp task depend(out : first, second) detach(event)
  add(1);
#pragma omp task depend(in : first)
  add(1);
#pragma omp task depend(in : first)
  add(1);
#pragma omp task depend(inout : first)
  add(1);
#pragma omp task depend(in : first)
  add(1);
#pragma omp task depend(inout : second)
  add(1);
  omp_fulfill_event(event);
#pragma omp taskwait
  CHECK_EQ(first + second, 0);
}

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < kRounds; round++) tasks();
  CHECK_EQ(sum, 6 * kRounds);
  return check_finish();
}
