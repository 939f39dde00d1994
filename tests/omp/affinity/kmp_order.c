/* SPDX-License-Identifier: Apache-2.0
 *
 * With one hardware thread a place, however the places are ordered: all of them are there once, and threads get
 * neighbouring places from the first on; those beyond share.
 *
 * tests: FLAGS -D_GNU_SOURCE
 * test kmp_compact_0_1: ENV KMP_AFFINITY=granularity=fine,compact,0,1
 * test kmp_compact_0_1: NOT_STOCK gcc 'libgomp does not know KMP_AFFINITY'
 * test kmp_compact_0_1: clang 'libomp 19 has other places for threads beyond the last place'
 * test kmp_scatter: ENV KMP_AFFINITY=granularity=fine,scatter NOT_STOCK gcc 'libgomp does not know KMP_AFFINITY'
 * test kmp_scatter: clang 'libomp 19 has other places for threads beyond the last place'
 * test kmp_balanced: ENV KMP_AFFINITY=granularity=fine,balanced NOT_STOCK gcc 'libgomp does not know KMP_AFFINITY'
 * test kmp_balanced: clang 'libomp 19 has other places for threads beyond the last place'
 * test kmp_noduplicates_compact: ENV KMP_AFFINITY=granularity=fine,noduplicates,compact
 * test kmp_noduplicates_compact: NOT_STOCK gcc 'libgomp does not know KMP_AFFINITY'
 * test kmp_noduplicates_compact: clang 'libomp 19 has other places for threads beyond the last place'
 * test kmp_subset_impossible: ENV KMP_HW_SUBSET=5000c OMP_PLACES=threads
 * test kmp_subset_impossible: STDERR "KMP_HW_SUBSET='5000c' asks for more than is there"
 * test kmp_subset_impossible: NOT_STOCK gcc 'libgomp does not know KMP_HW_SUBSET'
 * test kmp_subset_impossible: clang 'libomp 19 takes what there is'
 */
#include "places.h"

int main(void) {
  omp_set_dynamic(0);
  int n_places = omp_get_num_places();
  CHECK_EQ(n_places, omp_get_num_procs());
  cpu_set_t seen;
  CPU_ZERO(&seen);
  for (int place = 0; place < n_places; place++) {
    int id = -1;
    if (!CHECK_EQ(omp_get_place_num_procs(place), 1)) return check_finish();
    omp_get_place_proc_ids(place, &id);
    CPU_SET(id, &seen);
  }
  CHECK_EQ(CPU_COUNT(&seen), n_places);
  const char* setting = getenv("KMP_AFFINITY");
  if (setting != NULL && strstr(setting, "compact,0,1") != NULL && n_places > 1) {
    int first = -1, last = -1;
    omp_get_place_proc_ids(0, &first);
    omp_get_place_proc_ids(n_places - 1, &last);
    CHECK_EQ(last, 0); /* the offset has turned the list; hwloc's first processor is number 0 */
    CHECK(first != 0);
  }
  CHECK(omp_get_proc_bind() != omp_proc_bind_false);
  for (int round = 0; round < 3; round++) {
#pragma omp parallel
    {
      int n = omp_get_num_threads();
      if (n > 1) {
        int place = check_place();
        if (omp_get_proc_bind() == omp_proc_bind_true && n <= n_places) CHECK_EQ(place, omp_get_thread_num());
      }
    }
  }
  return check_finish();
}
