/* SPDX-License-Identifier: Apache-2.0
 *
 * KMP_HW_SUBSET=1s,1c,1t: the program has one processor, and its threads run there.
 *
 * test: FLAGS -D_GNU_SOURCE ENV KMP_HW_SUBSET=1s,1c,1t NOT_STOCK gcc 'libgomp does not know KMP_HW_SUBSET'
 * test: clang 'libomp 19 tells of no binding then'
 */
#include "places.h"

int main(void) {
  CHECK_EQ(omp_get_num_procs(), 1);
  CHECK_EQ(omp_get_num_places(), 1);
  CHECK_EQ(omp_get_place_num_procs(0), 1);
#pragma omp parallel
  {
    if (omp_get_num_threads() > 1) {
      CHECK_EQ(check_place(), 0);
      cpu_set_t mine = my_processors();
      CHECK_EQ(CPU_COUNT(&mine), 1);
    }
  }
  return check_finish();
}
