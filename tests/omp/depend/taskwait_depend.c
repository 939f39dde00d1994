// SPDX-License-Identifier: Apache-2.0
//
// taskwait depend: waits for the tasks that the named dependences would wait for; afterwards their results may be
// used by the creator, while other children may still run. With in, out, several items, and on idle addresses.
#include <omp.h>

#include "check.h"

enum { kRounds = 40 };

int main(void) {
  int a = 0, b = 0, slow = 0;
#pragma omp parallel
#pragma omp single
  for (int round = 1; round <= kRounds; round++) {
#pragma omp task depend(inout : a) shared(a)
    {
      spin_for(200);
      a++;
    }
#pragma omp task depend(inout : b) shared(b)
    b += 2;
#pragma omp task shared(slow)
    {
      spin_for(1000);
#pragma omp atomic
      slow++;
    }
#pragma omp taskwait depend(in : a)
    CHECK_EQ(a, round);
#pragma omp task depend(in : a) shared(a) firstprivate(round)
    CHECK_EQ(a, round);
#pragma omp taskwait depend(inout : a) depend(in : b)
    CHECK_EQ(b, 2 * round);
    a = round;  // no task uses it now
#pragma omp taskwait depend(out : a)
#pragma omp taskwait depend(in : round)
  }
  CHECK_EQ(a, kRounds);
  CHECK_EQ(slow, kRounds);
  return check_finish();
}
