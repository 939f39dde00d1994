// SPDX-License-Identifier: Apache-2.0
//
// barrier: nobody passes before everybody has come, in thousands of phases, alone and with the implicit barriers of
// worksharing between; tasks created before a barrier are finished after it.
//
// test: QUICK
#include <omp.h>

#include "check.h"

enum { kPhases = 1000, kMaxThreads = 64 };

int main(void) {
  static int phase_of[kMaxThreads * 16];
  const int phases = TEST_SCALE(kPhases);
  int tasks_done = 0, shared_phase = 0;
#pragma omp parallel
  {
    const int me = omp_get_thread_num();
    const int n = omp_get_num_threads();
    for (int phase = 1; phase <= phases; phase++) {
      phase_of[me * 16] = phase;
#pragma omp barrier
      for (int other = 0; other < n; other++) CHECK_EQ(phase_of[other * 16], phase);
#pragma omp barrier
    }
    for (int phase = 1; phase <= 50; phase++) {
#pragma omp task shared(tasks_done)
      {
        spin_for(10);
#pragma omp atomic
        tasks_done++;
      }
#pragma omp barrier
      CHECK_EQ(tasks_done, phase * n);
#pragma omp single
      shared_phase = phase;
      CHECK_EQ(shared_phase, phase);
#pragma omp for
      for (int i = 0; i < 3; i++) spin_for(5);
    }
  }
  CHECK_EQ(tasks_done, 50 * omp_get_max_threads());
  return check_finish();
}
