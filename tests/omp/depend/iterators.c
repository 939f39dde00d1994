// SPDX-License-Identifier: Apache-2.0
//
// depend(iterator(...)): lists whose length is known at run time, also zero and hundreds; two-dimensional iterators
// with strides, kinds mixed in one construct.
#include <omp.h>

#include "check.h"

enum { kCells = 300 };

int main(void) {
  static int cell[kCells];
  static int total;
  const int lengths[] = {0, 1, 2, 7, 40, kCells};
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 6; round++) {
    const int n = lengths[round];
    for (int i = 0; i < kCells; i++)
#pragma omp task depend(inout : cell[i]) firstprivate(i, round)
      cell[i] = round * 1000 + i;
#pragma omp task depend(iterator(int i = 0 : n), in : cell[i]) depend(inout : total) firstprivate(n, round)
    {
      for (int i = 0; i < n; i++) CHECK_EQ(cell[i], round * 1000 + i);
      total += n;
    }
#pragma omp task depend(iterator(i = 0 : n), inout : cell[i]) firstprivate(n)
    for (int i = 0; i < n; i++) cell[i]++;
#pragma omp task depend(iterator(i = 0 : n : 2, j = 0 : 2), in : cell[(i + j) % kCells]) \
    depend(iterator(k = 10 : 5 : -1), out : cell[k]) firstprivate(n, round)
    for (int i = 0; i < n; i++) CHECK_EQ(cell[i], round * 1000 + i + 1);
#pragma omp task depend(iterator(i = 0 : kCells), inout : cell[i]) firstprivate(n, round)
    for (int i = 0; i < kCells; i++) CHECK_EQ(cell[i], round * 1000 + i + (i < n));
  }
  CHECK_EQ(total, 350);
  return check_finish();
}
