/* SPDX-License-Identifier: Apache-2.0
 *
 * A saved variable that is also the length of arrays which the same task uses. gcc has a variable of its own for the
 * length, with a similar name, and captures both. The stack is deeper in each encounter, so that an address of an
 * earlier one does not serve.
 *
 * test: STANDARDS c99 c11 c17 c2x c23
 */
#include "directive_check.h"

#define ROUNDS 6
#define MOST (4 + ROUNDS)

static long seen, column, corner;

static void encounter(int n, const int (*matrix)[n]) {
  #pragma omp taskgraph
  {
    #pragma omp task firstprivate(saved: n) shared(matrix) depend(inout: seen, column)
    {
      int i;
      seen = n;
      column = 0;
      for (i = 0; i < 3; i++) column += matrix[i][1];
    }
  }
}

/* Does not look at n: gcc then captures the length only. */
static void unused(int n, const int (*matrix)[n]) {
  #pragma omp taskgraph
  {
    #pragma omp task firstprivate(saved: n) shared(matrix) depend(inout: corner)
    corner = matrix[2][1];
  }
}

static __attribute__((noinline)) void deeper(int depth, int n, const int (*matrix)[n]) {
  volatile char room[256];
  room[0] = (char)depth;
  if (depth == 0) {
    encounter(n, matrix);
    unused(n, matrix);
  } else {
    deeper(depth - 1, n, matrix);
  }
  room[1] = room[0];
}

int main(void) {
  static int cells[3 * MOST];
  int is_rondo = &rondo_get_graph_stats != 0, round, i;
  for (i = 0; i < 3 * MOST; i++) cells[i] = i;
  #pragma omp parallel
  #pragma omp single
  for (round = 0; round < ROUNDS; round++) {
    int n = 4 + round;
    deeper(round, n, (const int (*)[n])cells);
    CHECK(seen == (is_rondo ? 4 : n));
    CHECK(column == 3 * n + 3);
    CHECK(corner == 2 * n + 1);
  }
  return finish();
}
