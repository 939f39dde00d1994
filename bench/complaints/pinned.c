/* SPDX-License-Identifier: Apache-2.0
 *
 * With OMP_PROC_BIND=true the program's own threads, which it starts before its first region, all run on one processor
 * (https://github.com/OpenMathLib/OpenBLAS/issues/4653).
 */
#include <omp.h>
#include <pthread.h>
#include <sched.h>

#include "complaints/complaint.h"

static void* count_processors(void* result) {
  cpu_set_t mask;
  sched_getaffinity(0, sizeof mask, &mask);
  *(int*)result = CPU_COUNT(&mask);
  return NULL;
}

int main(void) {
  int n = 0;
  pthread_t thread;
  const int n_processors = omp_get_num_procs(); /* the runtime is loaded, and has started */
  pthread_create(&thread, NULL, count_processors, &n);
  pthread_join(thread, NULL);
  measure_json_begin("pinned", MEASURE_COMPILER, "");
  measure_json_integer("processors", n);
  measure_json_integer("of", n_processors);
  measure_json_end();
  return 0;
}
