// SPDX-License-Identifier: Apache-2.0
//
// A depobj that names an address of the caller is passed to functions, stored in an array, and lives longer than the
// tasks and the parallel region that use it.
#include <omp.h>

#include "check.h"

static void append(omp_depend_t* after, int* counter, int expected) {
#pragma omp task depend(depobj : *after) firstprivate(counter, expected)
  CHECK_EQ((*counter)++, expected);
}

int main(void) {
  int counter = 0;
  omp_depend_t* object = malloc(sizeof *object);
#pragma omp depobj(*object) depend(inout : counter)
  for (int region = 0; region < 10; region++) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 20; i++) append(object, &counter, region * 20 + i);
  }
#pragma omp depobj(*object) destroy
  free(object);
  CHECK_EQ(counter, 200);
  return check_finish();
}
