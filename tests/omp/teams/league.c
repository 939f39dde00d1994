/* SPDX-License-Identifier: Apache-2.0
 *
 * teams on the host without target: each team of the league executes the block once with a number of its own, starts
 * regions of at most thread_limit threads, and keeps its reductions apart until the end.
 */
#include <omp.h>

#include "check.h"

static void numbers(void) {
  int seen[2] = {0}, sizes[2] = {0}, threads[2] = {0};
#pragma omp teams num_teams(2) thread_limit(3) shared(seen, sizes, threads)
  {
    int team = omp_get_team_num();
    sizes[team] = omp_get_num_teams();
#pragma omp parallel
    {
#pragma omp atomic
      seen[team]++;
#pragma omp single
      threads[team] = omp_get_num_threads();
    }
  }
  for (int i = 0; i < 2; i++) {
    CHECK_EQ(sizes[i], 2);
    CHECK(threads[i] >= 1 && threads[i] <= 3);
    CHECK_EQ(seen[i], threads[i]);
  }
  CHECK_EQ(omp_get_team_num(), 0);
  CHECK_EQ(omp_get_num_teams(), 1);
}

static void clauses(void) {
  int shared_sum = 0, private_value = 5, first = 7;
#pragma omp teams num_teams(2) private(private_value) firstprivate(first) reduction(+ : shared_sum)
  {
    private_value = omp_get_team_num();
    first += private_value;
    int mine = 0;
#pragma omp parallel for reduction(+ : mine)
    for (int i = 0; i < 100; i++) mine += i;
    shared_sum += mine + first;
  }
  CHECK_EQ(shared_sum, 2 * 4950 + 7 + 8);
  CHECK_EQ(private_value, 5);
  CHECK_EQ(first, 7);
}

/* On libomp, which clang's programs know, a league has no more threads than there are processors. */
static void processors(void) {
#ifdef __clang__
  const int n_before = omp_get_max_threads();
  const int n_processors = omp_get_num_procs();
  int n_threads = 0;
  omp_set_num_threads(n_processors + 3);
#pragma omp teams num_teams(1) shared(n_threads)
  {
#pragma omp parallel
#pragma omp single
    n_threads = omp_get_num_threads();
  }
  CHECK(n_threads >= 1 && n_threads <= n_processors);
  omp_set_num_threads(n_before);
#endif
}

int main(void) {
  numbers();
  processors();
  clauses();
  return check_finish();
}
