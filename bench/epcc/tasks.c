/* SPDX-License-Identifier: Apache-2.0
 *
 * Kinds of task and their generators, in C. The microbenchmarks are the pairs that driver.c lists.
 */
#include <omp.h>
#include <string.h>

#include "common/measure.h"
#include "epcc/work.h"

const char epcc_program[] = "epcc";
const char epcc_compiler[] = MEASURE_COMPILER;

/* ---- Kinds of task ----------------------------------------------------------------------------------------------- */

void epcc_create_task(void) {
#pragma omp task
  epcc_work();
}

void epcc_create_untied(void) {
#pragma omp task untied
  epcc_work();
}

static signed char small[kEpccSmall];
static signed char medium[kEpccMedium];
static signed char large[kEpccLarge];

void epcc_create_small(void) {
#pragma omp task firstprivate(small)
  epcc_work_on(small, kEpccSmall);
}

void epcc_create_medium(void) {
#pragma omp task firstprivate(medium)
  epcc_work_on(medium, kEpccMedium);
}

void epcc_create_large(void) {
#pragma omp task firstprivate(large)
  epcc_work_on(large, kEpccLarge);
}

/* Each task is waited for before the next one is created: as many taskwait constructs as tasks can have. */
static void delay_recursively(int depth) {
  if (depth > 1)
    for (int j = 0; j < epcc_branching; j++) {
#pragma omp task firstprivate(depth)
      delay_recursively(depth - 1);
#pragma omp taskwait
    }
  epcc_work();
}

void epcc_create_tree(void) {
  const int depth = epcc_depth;
#pragma omp task firstprivate(depth)
  delay_recursively(depth);
}

/* ---- Generators -------------------------------------------------------------------------------------------------- */

void epcc_generate_parallel(epcc_create create, int n_per_thread) {
#pragma omp parallel
  for (int j = 0; j < n_per_thread; j++) create();
}

void epcc_generate_master(epcc_create create, int n_per_thread) {
#pragma omp parallel
  {
    const int n = n_per_thread * omp_get_num_threads();
#pragma omp master
    for (int j = 0; j < n; j++) create();
  }
}

void epcc_generate_single(epcc_create create, int n_per_thread) {
#pragma omp parallel
  {
    const int n = n_per_thread * omp_get_num_threads();
#pragma omp single
    for (int j = 0; j < n; j++) create();
  }
}

void epcc_generate_for(epcc_create create, int n_per_thread) {
#pragma omp parallel
  {
    const int n = n_per_thread * omp_get_num_threads();
#pragma omp for
    for (int j = 0; j < n; j++) create();
  }
}

int epcc_prepare(void) {
  memset(small, kEpccMark, sizeof small);
  memset(medium, kEpccMark, sizeof medium);
  memset(large, kEpccMark, sizeof large);
  int size = 1;
#pragma omp parallel
  {
#pragma omp master
    size = omp_get_num_threads();
  }
  return size;
}
