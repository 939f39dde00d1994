/* SPDX-License-Identifier: Apache-2.0
 *
 * What omp_get_proc_bind() says inside of regions with a proc_bind clause, where OMP_PROC_BIND lists policies for their
 * level and where it does not: to programs of gcc the clause holds for regions inside, too, to those of clang it does
 * not. And where an initial thread of a league, or of a target region, is.
 *
 * test clauses_true: ENV OMP_PROC_BIND=true OMP_PLACES=threads
 * test clauses_spread: ENV OMP_PROC_BIND=spread OMP_PLACES=threads
 * test clauses_close_spread: ENV OMP_PROC_BIND=close,spread OMP_PLACES=threads
 */
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

#ifdef __clang__
enum { kClauseStays = 0, kTrue = omp_proc_bind_spread };
#else
enum { kClauseStays = 1, kTrue = omp_proc_bind_true };
#endif

static int listed[4], n_listed;

static int add_policy(int policy) { return listed[n_listed++] = policy; }

/* bind-var at a level, in a region whose policy is `policy`, inside of one with `outer`. */
static int expected(int level, int policy, int outer) {
  return level < n_listed ? listed[level] : kClauseStays ? policy : outer;
}

/* In a region with a clause of that policy at level 1, then in regions inside of it. */
static void check_inside(int policy, int outermost) {
  const int here = expected(1, policy, outermost);
  CHECK_EQ(omp_get_proc_bind(), here);
#pragma omp parallel num_threads(2)
  {
    const int inner = expected(2, here, here);
    CHECK_EQ(omp_get_proc_bind(), inner);
#pragma omp parallel num_threads(1) proc_bind(close)
    CHECK_EQ(omp_get_proc_bind(), expected(3, omp_proc_bind_close, inner));
  }
#pragma omp task if (0)
  CHECK_EQ(omp_get_proc_bind(), here);
#pragma omp parallel if (0)
  CHECK_EQ(omp_get_proc_bind(), expected(2, here, here));
}

static void check_league(int n_places) { CHECK(omp_get_place_num() >= 0 && omp_get_place_num() < n_places); }

int main(void) {
  const char* setting = getenv("OMP_PROC_BIND");
  if (strcmp(setting, "true") == 0) add_policy(kTrue);
  if (strcmp(setting, "spread") == 0) add_policy(omp_proc_bind_spread);
  if (strstr(setting, "close") == setting) add_policy(omp_proc_bind_close);
  if (strcmp(setting, "close,spread") == 0) add_policy(omp_proc_bind_spread);
  omp_set_max_active_levels(4);
  const int outermost = listed[0], n_places = omp_get_num_places();

#pragma omp teams num_teams(2)
  check_league(n_places); /* before any thread has been bound by a region */
  CHECK_EQ(omp_get_proc_bind(), outermost);
#pragma omp parallel num_threads(2) proc_bind(spread)
  check_inside(omp_proc_bind_spread, outermost);
#pragma omp parallel num_threads(2) proc_bind(primary)
  check_inside(omp_proc_bind_master, outermost);
#pragma omp parallel num_threads(2)
  check_inside(outermost, outermost);
#pragma omp parallel num_threads(1) proc_bind(spread)
  check_inside(omp_proc_bind_spread, outermost);
  CHECK_EQ(omp_get_proc_bind(), outermost);

#ifndef __clang__ /* whose host code for a target region is a plain call */
#pragma omp parallel num_threads(2) proc_bind(spread)
  {
#pragma omp target
    {
      CHECK_EQ(omp_get_proc_bind(), outermost);
      CHECK_EQ(omp_get_partition_num_places(), n_places);
    }
  }
#endif
  return check_finish();
}
