// SPDX-License-Identifier: Apache-2.0
//
// Dependences order siblings only: tasks of different parents that name the same address are independent. Each
// parent's own chain is in order; the implicit tasks of a team are different parents too.
#include <omp.h>

#include "check.h"

enum { kParents = 12, kLinks = 40 };

int main(void) {
  int common = 0;
  (void)common;  // gcc does not count depend as a use
  int position[kParents] = {0};
#pragma omp parallel
#pragma omp single
  for (int p = 0; p < kParents; p++)
#pragma omp task shared(common, position) firstprivate(p)
  {
    for (int link = 0; link < kLinks; link++)
#pragma omp task depend(inout : common) shared(common, position) firstprivate(p, link)
      CHECK_EQ(position[p]++, link);
    if (p % 2) {
#pragma omp taskwait
      CHECK_EQ(position[p], kLinks);
    }
  }
  for (int p = 0; p < kParents; p++) CHECK_EQ(position[p], kLinks);

  const int threads = omp_get_max_threads();
  int* own = calloc((size_t)threads, sizeof *own);
#pragma omp parallel
  {
    const int me = omp_get_thread_num();
    for (int round = 0; round < 3; round++) {
      for (int link = 0; link < kLinks; link++)
#pragma omp task depend(inout : common) shared(own) firstprivate(me, link, round)
        CHECK_EQ(own[me]++, round * kLinks + link);
#pragma omp barrier
    }
  }
  for (int t = 0; t < threads; t++) CHECK_EQ(own[t], 3 * kLinks);
  free(own);
  return check_finish();
}
