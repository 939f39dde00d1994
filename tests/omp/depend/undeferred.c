// SPDX-License-Identifier: Apache-2.0
//
// if(0) with depend: the creator waits for the predecessors, runs the task and goes on; with false predecessors
// (other addresses) too; inside a task; on a final task; in a chain that alternates deferred and undeferred tasks.
#include <omp.h>

#include "check.h"

int main(void) {
  for (int repeat = 0; repeat < 10; repeat++) {
    int value = 0, other = 0;
#pragma omp parallel
#pragma omp single
    {
      for (int i = 0; i < 30; i++) {
#pragma omp task depend(inout : value) shared(value) firstprivate(i)
        {
          spin_for(200);
          CHECK_EQ(value++, 3 * i);
        }
#pragma omp task depend(inout : other) shared(other)
        other++;
#pragma omp task if (0) depend(inout : value) shared(value) firstprivate(i)
        CHECK_EQ(value++, 3 * i + 1);
        CHECK_EQ(value, 3 * i + 2);
#pragma omp task depend(inout : value) shared(value) final(i % 2) firstprivate(i)
        CHECK_EQ(value++, 3 * i + 2);
      }
#pragma omp task shared(other)
      {
        int inner = 0;
        for (int i = 0; i < 10; i++) {
#pragma omp task depend(out : inner) shared(inner)
          inner++;
#pragma omp task depend(in : inner) shared(inner) if (0) firstprivate(i)
          CHECK_EQ(inner, i + 1);
        }
      }
    }
    CHECK_EQ(value, 90);
    CHECK_EQ(other, 30);
  }
  return check_finish();
}
