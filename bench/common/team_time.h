/* SPDX-License-Identifier: Apache-2.0
 *
 * The time of what all threads of a team do together. A header, because each compiler must see the constructs.
 */
#ifndef RONDO_BENCH_COMMON_TEAM_TIME_H
#define RONDO_BENCH_COMMON_TEAM_TIME_H

#include <omp.h>

#include "measure.h"

/* What `run` takes, in seconds. Every thread of a team calls it, and it ends with a barrier. The threads exist before
 * the clock starts. That is before a barrier and not after it: a runtime may run tasks in a barrier, so that a master
 * that is late from it would miss what has been done meanwhile, up to everything. */
static inline double team_seconds(void (*run)(void* data), void* data, int* threads) {
  double elapsed_s = 0;
#pragma omp parallel
  {
    double start_s = 0;
#pragma omp master
    {
      *threads = omp_get_num_threads();
      start_s = measure_now_s();
    }
#pragma omp barrier
    run(data);
#pragma omp master
    elapsed_s = measure_now_s() - start_s;
  }
  return elapsed_s;
}

#endif
