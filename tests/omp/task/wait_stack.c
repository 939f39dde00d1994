// SPDX-License-Identifier: Apache-2.0
//
// Many sibling tasks that all wait for a child: a thread that helps while it waits may only go deeper by what its own
// waits need. With unbounded helping the default 8 MB stack of a thread overflows here.
#include <omp.h>
#include <string.h>

#include "check.h"

enum { kSiblings = 4000, kFrame = 8192 };

int main(void) {
  int done = 0;
  const int siblings = TEST_SCALE(kSiblings);
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < siblings; i++)
#pragma omp task shared(done)
  {
    volatile char frame[kFrame];
    frame[0] = 1;
    frame[kFrame - 1] = (char)(i % 100);
    int child = 0;
#pragma omp task shared(child)
    child = 1;
#pragma omp taskwait
    CHECK_EQ(child, 1);
    CHECK_EQ(frame[kFrame - 1], i % 100);
#pragma omp atomic
    done += frame[0];
  }
  CHECK_EQ(done, siblings);
  return check_finish();
}
