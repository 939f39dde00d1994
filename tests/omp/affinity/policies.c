/* SPDX-License-Identifier: Apache-2.0
 *
 * Threads stand where the policy says: that of OMP_PROC_BIND, and those of proc_bind clauses. Kernel and OpenMP agree
 * on it, in every region, on one place or more.
 *
 * tests: FLAGS -D_GNU_SOURCE
 * test close: ENV OMP_PROC_BIND=close OMP_PLACES=threads
 * test spread: ENV OMP_PROC_BIND=spread OMP_PLACES=threads
 * test primary: ENV OMP_PROC_BIND=primary OMP_PLACES=threads
 * test listed: ENV OMP_PLACES={0}
 * test gomp: ENV GOMP_CPU_AFFINITY=0-2047 STDERR 'name processors this process may not use. they are left out'
 * test gomp: NOT_STOCK gcc 'libgomp 12 says nothing of processors that do not exist'
 * test gomp: clang 'libomp 19 has a message of its own'
 * test no_places: ENV OMP_PROC_BIND=true NOT_STOCK gcc 'libgomp 12 tells of no places then'
 */
#include "places.h"

enum { kMost = 64 };

static int team_places[kMost];

static int region_with(omp_proc_bind_t clause) {
  int n = 0;
  switch (clause) {
    case omp_proc_bind_close:
#pragma omp parallel proc_bind(close) shared(n)
    {
      team_places[omp_get_thread_num()] = check_place();
#pragma omp single
      n = omp_get_num_threads();
    } break;
    case omp_proc_bind_spread:
#pragma omp parallel proc_bind(spread) shared(n)
    {
      team_places[omp_get_thread_num()] = check_place();
#pragma omp single
      n = omp_get_num_threads();
    } break;
    case omp_proc_bind_master:
#pragma omp parallel proc_bind(master) shared(n)
    {
      team_places[omp_get_thread_num()] = check_place();
#pragma omp single
      n = omp_get_num_threads();
    } break;
    default:
#pragma omp parallel shared(n)
    {
      team_places[omp_get_thread_num()] = check_place();
#pragma omp single
      n = omp_get_num_threads();
    }
  }
  return n;
}

static void check_policy(omp_proc_bind_t clause, omp_proc_bind_t policy) {
  int n_threads = region_with(clause);
  if (n_threads == 1) return; /* not active */
  int n_places = omp_get_num_places();
  int first = team_places[0];
  int n_on[kMost] = {0};
  for (int i = 0; i < n_threads; i++) {
    n_on[team_places[i]]++;
    if (policy == omp_proc_bind_master) CHECK_EQ(team_places[i], first);
    if (policy == omp_proc_bind_close && n_threads <= n_places) CHECK_EQ(team_places[i], (first + i) % n_places);
  }
  if (policy == omp_proc_bind_master) return;
  for (int i = 0; i < n_places; i++) {
    CHECK(n_on[i] <= (n_threads + n_places - 1) / n_places);
    CHECK(n_on[i] >= (n_threads < n_places ? 0 : n_threads / n_places));
  }
}

int main(void) {
  omp_set_dynamic(0);
  omp_proc_bind_t set = omp_get_proc_bind();
  CHECK(set != omp_proc_bind_false);
  CHECK(omp_get_num_places() > 0);
  if (omp_get_max_threads() == 1) return check_finish(); /* an inactive region need not bind */
  if (set == omp_proc_bind_true) set = omp_proc_bind_close; /* where nothing but balance is checked */
  for (int round = 0; round < 3; round++) {
    check_policy(omp_proc_bind_true, set);
    check_policy(omp_proc_bind_close, omp_proc_bind_close);
    check_policy(omp_proc_bind_master, omp_proc_bind_master);
    check_policy(omp_proc_bind_spread, omp_proc_bind_spread);
  }
  return check_finish();
}
