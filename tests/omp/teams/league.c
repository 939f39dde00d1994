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

/* Teams may run at the same time: what they combine in the end is combined by one of them at a time. */
static void reductions(void) {
  for (int n_teams = 2; n_teams <= 16; n_teams *= 2) {
    for (int round = 0; round < 200; round++) {
      int one = 0, n = 0, teams = 0;
      long sum = 0;
      double product = 1;
#pragma omp teams num_teams(n_teams) reduction(+ : one)
      one++;
#pragma omp teams num_teams(n_teams) reduction(+ : n, sum, teams) reduction(* : product)
      {
        n++;
        sum += 1 + omp_get_team_num();
        product *= 2;
        teams = omp_get_team_num() == 0 ? omp_get_num_teams() : 0;
      }
      CHECK_EQ(one, teams);
      CHECK_EQ(n, teams);
      CHECK_EQ(sum, (long)teams * (teams + 1) / 2);
      CHECK(product == (double)(1 << teams));
    }
  }
}

/* Every iteration once, in one team of those that run at the same time, and regions inside of them. */
static void distributed(void) {
  enum { kN = 1000 };
  static int counts[kN], inner[kN];
  for (int n_teams = 1; n_teams <= 32; n_teams++) {
    int last = -1;
#pragma omp teams distribute num_teams(n_teams) lastprivate(last)
    for (int i = 0; i < kN; i++) {
      counts[i]++;
      last = i;
    }
    CHECK_EQ(last, kN - 1);
#pragma omp teams distribute parallel for num_teams(n_teams)
    for (int i = 0; i < kN; i++) inner[i]++;
  }
  for (int i = 0; i < kN; i++) {
    CHECK_EQ(counts[i], 32);
    CHECK_EQ(inner[i], 32);
  }
}

int main(void) {
  numbers();
  processors();
  reductions();
  distributed();
  clauses();
  return check_finish();
}
