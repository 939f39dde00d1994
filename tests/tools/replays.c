/* SPDX-License-Identifier: Apache-2.0
 *
 * A task graph region of 20 tasks that is met ten times: to a tool these are 200 tasks with their dependences.
 */
#include <rondo.h>

#include "check.h"

int main(void) {
  static int cells[21];
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int round = 0; round < 10; round++) {
    RONDO_TASKGRAPH() {
      for (int i = 1; i <= 20; i++) {
#pragma omp task depend(in : cells[i - 1]) depend(inout : cells[i]) shared(cells) firstprivate(i)
        cells[i] = cells[i - 1] + 1;
      }
    }
  }
  CHECK_EQ(cells[20], 20);
  return check_finish();
}
