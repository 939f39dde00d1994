// SPDX-License-Identifier: Apache-2.0
//
// The clauses if and num_threads (with run-time values), alone and together, and proc_bind, which must not disturb.
#include <omp.h>

#include "check.h"

static int team_size(int use_if, int n) {
  int size = 0, members = 0;
#pragma omp parallel if (use_if) num_threads(n)
  {
#pragma omp single
    size = omp_get_num_threads();
#pragma omp atomic
    members++;
    if (!use_if) CHECK(!omp_in_parallel());
  }
  CHECK_EQ(members, size);
  return size;
}

int main(void) {
  omp_set_dynamic(0);
  for (int round = 0; round < 20; round++)
    for (int n = 1; n <= 6; n++) {
      CHECK_EQ(team_size(1, n), n);
      CHECK_EQ(team_size(0, n), 1);
    }
  const int threads = omp_get_max_threads();
  int size = 0;
#pragma omp parallel if (threads < 0)
  {
    size = omp_get_num_threads();
    CHECK_EQ(omp_get_thread_num(), 0);
    CHECK_EQ(omp_get_level(), 1);
  }
  CHECK_EQ(size, 1);
  int members = 0;
#pragma omp parallel proc_bind(close) num_threads(3) reduction(+ : members)
  members++;
  CHECK_EQ(members, 3);
  members = 0;
#pragma omp parallel proc_bind(spread) num_threads(2) reduction(+ : members)
  members++;
  CHECK_EQ(members, 2);
  CHECK_EQ(omp_get_max_threads(), threads);
  return check_finish();
}
