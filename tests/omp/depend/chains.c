// SPDX-License-Identifier: Apache-2.0
//
// depend(inout) and depend(out): chains on many addresses are each executed in program order, whatever the number of
// addresses and the interleaving of the chains.
//
// test: QUICK
#include <omp.h>

#include "check.h"

enum { kChains = 64, kLength = 60 };

int main(void) {
  static int position[kChains];
  static unsigned hash[kChains];
#pragma omp parallel
#pragma omp single
  for (int step = 0; step < kLength; step++)
    for (int c = 0; c < kChains; c++) {
      if (step % 2) {
#pragma omp task depend(inout : hash[c]) shared(position, hash) firstprivate(step, c)
        {
          CHECK_EQ(position[c]++, step);
          hash[c] = hash[c] * 31 + (unsigned)(step + c);
        }
      } else {
#pragma omp task depend(out : hash[c]) shared(position, hash) firstprivate(step, c)
        {
          CHECK_EQ(position[c]++, step);
          hash[c] = hash[c] * 31 + (unsigned)(step + c);
        }
      }
    }
  for (int c = 0; c < kChains; c++) {
    unsigned expected = 0;
    for (int step = 0; step < kLength; step++) expected = expected * 31 + (unsigned)(step + c);
    CHECK_EQ(position[c], kLength);
    CHECK_EQ(hash[c], expected);
  }
  return check_finish();
}
