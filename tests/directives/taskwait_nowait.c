/* SPDX-License-Identifier: Apache-2.0
 *
 * taskwait with nowait, which is a task without work: the order goes through it, in replays as well.
 *
 * test: IN_CXX LEFT_OUT gcc12 'it does not know nowait on taskwait'
 */
#include "directive_check.h"

enum { ROUNDS = 6 };

static long out[4];

int main(void) {
  unsigned long nodes = COUNTED(graph_counted, NODES), pure = COUNTED(graph_counted, PURE_REPLAYS);
  int round;
  #pragma omp parallel private(round)
  #pragma omp masked
  for (round = 0; round < ROUNDS; round++) {
    #pragma omp taskgraph
    {
      #pragma omp task depend(out: out[0])
      {
        int i;
        for (i = 0; i < 1000; i++) __atomic_add_fetch(&out[0], 1, __ATOMIC_RELAXED);
      }
      #pragma omp taskwait depend(in: out[0]) depend(out: out[1]) nowait
      #pragma omp task depend(in: out[1]) depend(inout: out[2])
      out[2] += out[0];
      #pragma omp taskwait depend(in: out[2]) depend(out: out[3]) nowait replayable(0)
    }
  }
  CHECK(out[2] == 1000L * ROUNDS * (ROUNDS + 1) / 2);
  CHECK_SINCE(graph_counted, NODES, nodes, 3);
  CHECK_SINCE(graph_counted, PURE_REPLAYS, pure, ROUNDS - 1);
  return finish();
}
