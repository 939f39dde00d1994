// SPDX-License-Identifier: Apache-2.0
//
// Teams of thousands on a few processors: regions, barriers, and tasks that each thread or one of them creates,
// with teams whose size changes. Where every thread looked at every other one this would take minutes, beyond the
// test's deadline.
//
// test: THREADS 1 STDERR_MAY 'the system refused thread number'
// test: NOT_SANITIZED 'thousands of threads take the sanitizers minutes'
// test: NOT_STOCK clang 'libomp 19 asks for as many threads as it may have'
#include <omp.h>

#include "check.h"

enum { kMost = 3000, kTasks = 2000 };

static void use_team(int n_threads) {
  int n_members = 0, n_own = 0, n_single = 0, team = 0;
#pragma omp parallel num_threads(n_threads)
  {
#pragma omp single
    team = omp_get_num_threads();
#pragma omp atomic
    n_members++;
#pragma omp barrier
    CHECK_EQ(n_members, team);
#pragma omp task
#pragma omp atomic
    n_own++;
#pragma omp barrier
    CHECK_EQ(n_own, team);
#pragma omp single nowait
    for (int i = 0; i < kTasks; i++) {
#pragma omp task
#pragma omp atomic
      n_single++;
    }
  }
  CHECK_EQ(n_single, kTasks);
  /* A system that gives fewer threads than these has its say on standard error. */
  CHECK(team == n_threads || (team > 0 && team < n_threads));
}

int main(void) {
  const int sizes[] = {kMost, kMost, 100, 64, 65, kMost / 2, 17};
  for (int i = 0; i < (int)(sizeof sizes / sizeof sizes[0]); i++) use_team(sizes[i]);
  return check_finish();
}
