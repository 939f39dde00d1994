// SPDX-License-Identifier: Apache-2.0
//
// A program whose main is compiled by one compiler and whose other half by the other, linked to both OpenMP
// libraries. On Rondo both faces are one runtime: one team, one set of tasks, dependences across the compilers. (On
// the stock libraries the halves would not know of each other: two pools of threads in one process.)
#include "omp/mixed/mixed.h"

#include <omp.h>

#include "check.h"

enum { kTasks = 40 };

int main(void) {
  const int threads = omp_get_max_threads();
  int loop_total = 0, singles = 0;
#pragma omp parallel
  {
    const struct other_half other = other_half_join(&loop_total, &singles);
    CHECK_EQ(other.team_size, threads);
    CHECK(other.loop_iterations >= 0);
  }
  CHECK_EQ(loop_total, 100);
  CHECK_EQ(singles, 1 + threads);

  for (int round = 0; round < 10; round++) {
    int sum = 0;
    unsigned link = 0;
#pragma omp parallel
#pragma omp single
    {
      other_half_create_tasks(kTasks, &sum, &link);
#pragma omp task depend(inout : link) shared(link)
      link = link * 3 + 2;
      other_half_create_tasks(kTasks, &sum, &link);
#pragma omp taskwait depend(in : link)
      unsigned expected = 0;
      for (int i = 0; i < kTasks; i++) expected = expected * 3 + 1;
      expected = expected * 3 + 2;
      for (int i = 0; i < kTasks; i++) expected = expected * 3 + 1;
      CHECK_EQ(link, expected);
#pragma omp taskgroup
      other_half_create_tasks(kTasks, &sum, &link);
#pragma omp taskwait  // the group has waited for the last batch only
      CHECK_EQ(sum, 3 * kTasks);
    }
  }
  return check_finish();
}
