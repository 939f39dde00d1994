/* SPDX-License-Identifier: Apache-2.0
 *
 * Tasks that each wait for a task, 20 000 deep: the stack overflows (https://github.com/pmodels/bolt/issues/103).
 */
#include "complaints/complaint.h"

static long dive(long depth) {
  if (depth == 0) return 0;
  long below = 0;
#pragma omp task shared(below)
  below = dive(depth - 1);
#pragma omp taskwait
  return below + 1;
}

int main(int argc, char** argv) {
  const long n = rounds(argc, argv, 20000);
  long reached = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  reached = dive(n);
  report_outcome("deep_tasks", reached == n ? "works" : "wrong");
  return 0;
}
