/* SPDX-License-Identifier: Apache-2.0
 *
 * gcc leaves the chunk out when it calls GOMP_parallel_loop_static for schedule(auto): the flags come in its place, and
 * in theirs what lies on the stack. OMP_PROC_BIND=close: threads keep all places. Were what lies there, 4, taken for
 * the clause proc_bind(spread), each would have a part of them.
 *
 * test: ENV OMP_PROC_BIND=close LEFT_OUT clang 'an entry point of gcc'
 * test: NOT_STOCK gcc 'libgomp 12 takes what lies on the stack for a proc_bind clause, too'
 */
#include <omp.h>

#include "check.h"

void GOMP_parallel_loop_static(void (*)(void*), void*, unsigned, long, long, long, long, unsigned);

static void body(void* data) { CHECK_EQ(omp_get_partition_num_places(), *(int*)data); }

int main(void) {
  int n_places = omp_get_num_places();
  GOMP_parallel_loop_static(body, &n_places, 2, 0, 100, 1, omp_proc_bind_false, omp_proc_bind_spread);
  int n_parts = n_places < 2 ? n_places : n_places / 2;
  GOMP_parallel_loop_static(body, &n_parts, 2, 0, 100, 1, omp_proc_bind_spread, omp_proc_bind_close);
  return check_finish();
}
