/* SPDX-License-Identifier: Apache-2.0
 *
 * A target construct in a region, which Rondo does not record: the region runs as ordinary tasks, and nothing of it is
 * left out. The compilers warn of it.
 *
 * test: IN_CXX FLAGS -Wno-error
 */
#include "directive_check.h"

enum { ROUNDS = 5 };

static long x[2];

int main(void) {
  unsigned long records = COUNTED(graph_counted, RECORDS);
  int round;
  #pragma omp parallel private(round)
  #pragma omp single
  for (round = 0; round < ROUNDS; round++) {
    #pragma omp taskgraph recurrent
    {
      #pragma omp task depend(inout: x[0])
      x[0]++;
      #pragma omp target depend(in: x[0]) map(tofrom: x)
      x[1] += x[0];
    }
  }
  CHECK(x[0] == ROUNDS && x[1] == ROUNDS * (ROUNDS + 1) / 2);
  CHECK_SINCE(graph_counted, RECORDS, records, 0);
  return finish();
}
