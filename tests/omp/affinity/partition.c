/* SPDX-License-Identifier: Apache-2.0
 *
 * OMP_PROC_BIND=spread,close: each thread of the outer region has a part of the places, and its inner team stays in
 * it.
 *
 * test: FLAGS -D_GNU_SOURCE ENV OMP_PROC_BIND=spread,close OMP_PLACES=threads
 */
#include "places.h"

int main(void) {
  int n_places = omp_get_num_places();
  CHECK_EQ(omp_get_partition_num_places(), n_places);
  int n_outer = n_places < 2 ? 2 : n_places; /* parts of one place each */
  int taken[64] = {0};
#pragma omp parallel num_threads(n_outer)
  {
    int place = check_place();
    CHECK_EQ(omp_get_partition_num_places(), 1);
    int mine[1] = {-1};
    omp_get_partition_place_nums(mine);
    CHECK_EQ(mine[0], place);
#pragma omp atomic
    taken[place]++;
    CHECK_EQ(omp_get_proc_bind(), omp_proc_bind_close);
#pragma omp parallel num_threads(2)
    CHECK_EQ(check_place(), place);
  }
  for (int i = 0; i < n_places; i++) CHECK_EQ(taken[i], n_outer / n_places);
  return check_finish();
}
