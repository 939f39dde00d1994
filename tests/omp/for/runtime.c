// SPDX-License-Identifier: Apache-2.0
//
// schedule(runtime) follows omp_set_schedule, also with the monotonic modifier; schedule(auto) runs every iteration.
#include "omp/for/loops.h"

static void run(int n) {
  loop_reset();
#pragma omp parallel for schedule(runtime)
  for (int i = 0; i < n; i++) loop_visit(i);
  loop_expect_each_once(n);
}

int main(void) {
  const int threads = omp_get_max_threads();
  omp_sched_t kind;
  int chunk;
  omp_set_schedule(omp_sched_static, 5);
  omp_get_schedule(&kind, &chunk);
  CHECK_EQ(kind & ~omp_sched_monotonic, omp_sched_static);
  CHECK_EQ(chunk, 5);
  run(503);
  loop_expect_round_robin(503, 5, threads);
  omp_set_schedule(omp_sched_dynamic, 7);
  omp_get_schedule(&kind, &chunk);
  CHECK_EQ(kind & ~omp_sched_monotonic, omp_sched_dynamic);
  CHECK_EQ(chunk, 7);
  run(503);
  loop_expect_chunks(503, 7);
  omp_set_schedule(omp_sched_guided, 3);
  run(503);
  omp_set_schedule(omp_sched_auto, 0);
  omp_get_schedule(&kind, &chunk);
  CHECK_EQ(kind & ~omp_sched_monotonic, omp_sched_auto);
  run(503);
  omp_set_schedule((omp_sched_t)(omp_sched_dynamic | omp_sched_monotonic), 2);
  loop_reset();
#pragma omp parallel
  {
    int last = -1;
#pragma omp for schedule(runtime)
    for (int i = 0; i < 300; i++) {
      CHECK(i > last);
      last = i;
      loop_visit(i);
    }
  }
  loop_expect_each_once(300);
  loop_expect_chunks(300, 2);
  loop_reset();
#pragma omp parallel for schedule(auto)
  for (int i = 0; i < 700; i++) loop_visit(i);
  loop_expect_each_once(700);
  return check_finish();
}
