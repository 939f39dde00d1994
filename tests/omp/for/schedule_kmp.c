// SPDX-License-Identifier: Apache-2.0
//
// OMP_SCHEDULE with a schedule of LLVM's own. Trapezoidal chunks are not smaller than what is asked for.
//
// tests: NOT_STOCK gcc 'libgomp does not know these schedules'
// test schedule_trapezoidal: ENV OMP_SCHEDULE=trapezoidal,6
// test schedule_static_steal: ENV OMP_SCHEDULE=static_steal,6
#include <string.h>

#include "omp/for/loops.h"

extern const char* rondo_version(void) __attribute__((weak));

static void pass(int n, int chunk, int is_steal) {
  loop_reset();
#pragma omp parallel for schedule(runtime)
  for (int i = 0; i < n; i++) loop_visit(i);
  loop_expect_each_once(n);
  if (is_steal) loop_expect_chunks(n, chunk);
}

int main(void) {
  const int is_steal = strncmp(getenv("OMP_SCHEDULE"), "static_steal", strlen("static_steal")) == 0;
  pass(500, 6, is_steal);
  if (!rondo_version) return check_finish();  // libomp 19 stops when it is asked
  for (int number = 101; number <= 102; number++) {
    omp_sched_t kind;
    int chunk;
    omp_get_schedule(&kind, &chunk);
    if (number == 101) CHECK_EQ(kind, is_steal ? 102 : 101);
    if (number == 101) CHECK_EQ(chunk, 6);
    omp_set_schedule((omp_sched_t)number, 5);
    omp_get_schedule(&kind, &chunk);
    CHECK_EQ(kind, number);
    CHECK_EQ(chunk, 5);
    pass(500, 5, number == 102);
  }
  return check_finish();
}
