// SPDX-License-Identifier: Apache-2.0
//
// Dependence addresses on the stack of functions that have returned and in heap blocks that were freed and allocated
// again: entries of the past must at most order too much, never crash, and memory use stays bounded.
#include <omp.h>

#include "check.h"

enum { kCalls = 3000 };

static void call(int seed, long* sum) {
  int* scratch = malloc(16 * sizeof *scratch);
  int local = seed;
#pragma omp task depend(out : scratch[0]) firstprivate(scratch, seed)
  scratch[0] = seed;
#pragma omp task depend(in : scratch[0]) depend(out : scratch[7]) firstprivate(scratch, seed)
  scratch[7] = scratch[0] + 1;
#pragma omp task depend(inout : local) shared(local)
  local++;
#pragma omp task depend(inout : scratch[7]) firstprivate(scratch, sum)
  {
#pragma omp atomic
    *sum += scratch[7];
    free(scratch);
  }
#pragma omp taskwait depend(in : local)
  CHECK_EQ(local, seed + 1);
}

int main(void) {
  long sum = 0;
  const int calls = TEST_SCALE(kCalls);
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < calls; i++) call(i, &sum);
  CHECK_EQ(sum, (long)calls * (calls + 1) / 2);
  return check_finish();
}
