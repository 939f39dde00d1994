// SPDX-License-Identifier: Apache-2.0
//
// What threads without work do in the first tenth of a second is what the environment asks for: passive ones sleep at
// once, active ones look out all the time, and RONDO_SPIN_US sets for how long. Argument: which of them.
#include <omp.h>
#include <string.h>

#include "../process.h"
#include "check.h"

static double share_after_region(void) {
  int n = 0;
#pragma omp parallel num_threads(2) reduction(+ : n)
  n++;
  CHECK_EQ(n, 2);
  const double before = cpu_seconds();
  usleep(100000);
  return (cpu_seconds() - before) / 0.1;
}

static double share_at_barrier(void) {
  double share = 0;
#pragma omp parallel num_threads(2)
#pragma omp master
  {
    usleep(1000);  // the other one has come to the barrier
    const double before = cpu_seconds();
    usleep(100000);
    share = (cpu_seconds() - before) / 0.1;
  }
  return share;
}

int main(int argc, char** argv) {
  const char* policy = argc > 1 ? argv[1] : "";
  double between = 0, inside = 0;  // the largest of several: a neighbour may have taken the processor
  for (int i = 0; i < 8; i++) {
    const double after_region = share_after_region(), at_barrier = share_at_barrier();
    if (after_region > between) between = after_region;
    if (at_barrier > inside) inside = at_barrier;
  }
  if (strcmp(policy, "passive") == 0) CHECK(between < 0.02 && inside < 0.02);
  if (strcmp(policy, "active") == 0) CHECK(between > 0.15 && inside > 0.15);
  if (strcmp(policy, "spin") == 0) CHECK(between > 0.05 && between < 0.7);  // RONDO_SPIN_US=40000 of 100000
  return check_finish();
}
