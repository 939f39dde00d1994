// SPDX-License-Identifier: Apache-2.0
//
// reduction(task, ...) of a global variable, whose tasks another function creates: clang's tasks name the variable
// there, not the construct's private one. A participating task has a copy, and never the variable itself.
//
// test: NOT_STOCK clang 'libomp 19 ends the program: it does not know the address'
#include <omp.h>

#include "check.h"

static long sum;
static const long* original = &sum;

static void create(void) {
#pragma omp task in_reduction(+ : sum)
  {
    CHECK(&sum != original);
    sum += 2;
  }
}

int main(void) {
  const int threads = omp_get_max_threads();
  for (int round = 0; round < 20; round++) {
    sum = 5;
#pragma omp parallel reduction(task, + : sum)
    for (int i = 0; i < 5; i++) create();
    CHECK_EQ(sum, 5 + 10L * threads);

#pragma omp parallel
#pragma omp for reduction(task, + : sum) schedule(static)
    for (int i = 0; i < 40; i++) create();
    CHECK_EQ(sum, 85 + 10L * threads);
#ifdef __clang__
    // gcc's code ends the program here: OpenMP does not say that tasks of an inner team take part.
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : sum)
    for (int i = 0; i < 5; i++) {
#pragma omp task
#pragma omp parallel num_threads(1)
      create();
    }
    CHECK_EQ(sum, 95 + 10L * threads);
#endif
  }
  return check_finish();
}
