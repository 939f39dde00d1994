// SPDX-License-Identifier: Apache-2.0
//
// OMP_SCHEDULE=dynamic,6 from the environment governs schedule(runtime).
//
// test: ENV OMP_SCHEDULE=dynamic,6
#include "omp/for/loops.h"

int main(void) {
  omp_sched_t kind;
  int chunk;
  omp_get_schedule(&kind, &chunk);
  CHECK_EQ(kind & ~omp_sched_monotonic, omp_sched_dynamic);
  CHECK_EQ(chunk, 6);
  loop_reset();
#pragma omp parallel for schedule(runtime)
  for (int i = 0; i < 500; i++) loop_visit(i);
  loop_expect_each_once(500);
  loop_expect_chunks(500, 6);
  return check_finish();
}
