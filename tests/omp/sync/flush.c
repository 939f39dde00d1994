// SPDX-License-Identifier: Apache-2.0
//
// flush: a value written before a release is seen after the matching acquire, passed around a ring of threads that
// all wait by reading a flag. The flags are atomics, as OpenMP asks; the data between them is plain.
#include <omp.h>
#include <sched.h>

#include "check.h"

enum { kMaxThreads = 64, kRounds = 50 };

static struct {
  int flag;
  int data;
  char padding[120];
} slot[kMaxThreads];

int main(void) {
#pragma omp parallel
  {
    const int me = omp_get_thread_num();
    const int n = omp_get_num_threads();
    const int next = (me + 1) % n;
    for (int round = 1; round <= kRounds; round++) {
      if (me > 0 || round > 1) {
        const int awaited = me > 0 ? round : round - 1;
        for (int flag = 0; flag < awaited;) {
#pragma omp atomic read acquire
          flag = slot[me].flag;
          if (flag < awaited) sched_yield();
        }
        CHECK_EQ(slot[me].data, awaited * 1000 + me);
      }
      slot[next].data = (round) * 1000 + next;
#pragma omp flush
#pragma omp atomic write release
      slot[next].flag = round;
    }
  }
  return check_finish();
}
