/* SPDX-License-Identifier: Apache-2.0
 *
 * KMP_HW_SUBSET=1s,1c,1t: the program has one processor, and its threads run there.
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
