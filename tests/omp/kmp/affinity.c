/* SPDX-License-Identifier: Apache-2.0
 *
 * Intel's affinity interface: masks, and binding threads to one.
 *
 * test: LEFT_OUT gcc 'libgomp has no __kmpc_ and kmp_ functions'
 */
#define _GNU_SOURCE
#include <omp.h>
#include <sched.h>

#include "check.h"

static int n_bits(kmp_affinity_mask_t* mask) {
  int n = 0;
  for (int i = 0; i < kmp_get_affinity_max_proc(); i++) n += kmp_get_affinity_mask_proc(i, mask) == 1;
  return n;
}

static void masks(int first, int end) {
  kmp_affinity_mask_t mask;
  kmp_create_affinity_mask(&mask);
  CHECK_EQ(n_bits(&mask), 0);
  CHECK_EQ(kmp_set_affinity_mask_proc(first, &mask), 0);
  CHECK_EQ(kmp_get_affinity_mask_proc(first, &mask), 1);
  CHECK_EQ(n_bits(&mask), 1);
  CHECK_EQ(kmp_unset_affinity_mask_proc(first, &mask), 0);
  CHECK_EQ(n_bits(&mask), 0);
  CHECK(kmp_set_affinity_mask_proc(-1, &mask) < 0);
  CHECK(kmp_set_affinity_mask_proc(end, &mask) < 0);
  CHECK(kmp_get_affinity_mask_proc(end, &mask) < 0);
  CHECK(kmp_set_affinity(&mask) != 0); /* empty */
  kmp_destroy_affinity_mask(&mask);
  CHECK(mask == NULL);
}

int main(void) {
  cpu_set_t before;
  CHECK_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  int first = 0;
  while (!CPU_ISSET(first, &before)) first++;
  int end = kmp_get_affinity_max_proc();
  CHECK(end > first && end >= CPU_COUNT(&before));
  masks(first, end);

#pragma omp parallel
  {
    kmp_affinity_mask_t wanted, got;
    kmp_create_affinity_mask(&wanted);
    kmp_create_affinity_mask(&got);
    CHECK_EQ(kmp_set_affinity_mask_proc(first, &wanted), 0);
    CHECK_EQ(kmp_set_affinity(&wanted), 0);
    CHECK_EQ(kmp_get_affinity(&got), 0);
    CHECK_EQ(n_bits(&got), 1);
    CHECK_EQ(kmp_get_affinity_mask_proc(first, &got), 1);
    cpu_set_t now;
    CHECK_EQ(sched_getaffinity(0, sizeof now, &now), 0);
    CHECK(CPU_COUNT(&now) == 1 && CPU_ISSET(first, &now));

    for (int i = 0; i < end; i++) kmp_set_affinity_mask_proc(i, &wanted);
    CHECK_EQ(kmp_set_affinity(&wanted), 0);
    CHECK_EQ(sched_getaffinity(0, sizeof now, &now), 0);
    CHECK(CPU_EQUAL(&now, &before));
    kmp_destroy_affinity_mask(&wanted);
    kmp_destroy_affinity_mask(&got);
  }
  return check_finish();
}
