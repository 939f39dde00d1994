/* SPDX-License-Identifier: Apache-2.0
 *
 * Directives from macros, through several levels of them, from headers, across continued lines, conditional lines and
 * comments, and next to pragmas of others.
 *
 * test: IN_CXX
 */
#include "directive_check.h"
#include "macros.h"

#define WHOLE(body) OMP(taskgraph) { body }
#define COUNT 4
#define ID(x) ((x) + 1)
#define LOOP OMP(taskiter unroll(2))

static long x[8];

static void encounter(int round) {
  WHOLE(BUMP(x[1]) BUMP(x[1]))
  SAME(SAME(WHOLE(SAME(BUMP(x[2])))))
  REGION(3) BUMP(x[3]) END_REGION
  #pragma omp \
    taskgraph /* a comment */ \
    graph_id(ID(round % 2))
  {
#ifdef NEVER
    #pragma omp taskgraph nonsense
#else
    BUMP(x[4])
#endif
  }
}

int main(void) {
  int round, i, j;
  #pragma omp parallel
  #pragma omp single
  {
    for (round = 0; round < COUNT; round++) {
      header_region(x, 0);
      encounter(round);
    }
    LOOP for (i = 0, j = 0; i < SAME(COUNT); i++, j++) { BUMP(x[5]) }
    SAME(OMP(taskiter) for (i = 0; i < 3; i++) { BUMP(x[6]) })
    #pragma omp taskiter
#ifdef NEVER
    for (i = 0; i < 100; i++)
#else
    for (i = 0; i < COUNT /* of them */; /* not here: */
         i += 2)
#endif
      ON(x[7]) x[7]++;
    /* Pragmas of others stay where they are. */
    #pragma omp taskgraph
    {
      #pragma GCC diagnostic push
      #pragma GCC diagnostic ignored "-Wunused-variable"
      int unused __attribute__((unused)) = 0; /* gcc warns where the scope ends */
      #pragma GCC diagnostic pop
      #pragma GCC unroll 2
      for (i = 0; i < 2; i++) { BUMP(x[7]) }
    }
  }
  CHECK(x[0] == 2 * COUNT);
  CHECK(x[1] == 2 * COUNT);
  CHECK(x[2] == COUNT);
  CHECK(x[3] == COUNT);
  CHECK(x[4] == COUNT);
  CHECK(x[5] == COUNT && j == COUNT);
  CHECK(x[6] == 3);
  CHECK(x[7] == COUNT / 2 + 2);
  return finish();
}
