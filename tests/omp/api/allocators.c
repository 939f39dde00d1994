/* SPDX-License-Identifier: Apache-2.0
 *
 * omp_alloc and its family: predefined allocators, allocators with traits, and clauses that use them.
 */
#include <omp.h>
#include <stdint.h>
#include <string.h>

#include "check.h"

static int is_aligned(const void* block, size_t alignment) { return (uintptr_t)block % alignment == 0; }

static void predefined(void) {
  const omp_allocator_handle_t all[] = {omp_default_mem_alloc, omp_large_cap_mem_alloc, omp_const_mem_alloc,
                                        omp_high_bw_mem_alloc, omp_low_lat_mem_alloc,   omp_thread_mem_alloc,
                                        omp_null_allocator};
  for (int i = 0; i < 7; i++) {
    char* block = omp_alloc(1000, all[i]);
    if (!CHECK(block != NULL)) continue;
    memset(block, i, 1000);
    omp_free(block, i % 2 ? all[i] : omp_null_allocator);
  }
  int* zeros = omp_calloc(100, sizeof(int), omp_default_mem_alloc);
  for (int i = 0; i < 100; i++) CHECK_EQ(zeros[i], 0);
  zeros[99] = 9;
  zeros = omp_realloc(zeros, 1000 * sizeof(int), omp_default_mem_alloc, omp_default_mem_alloc);
  CHECK_EQ(zeros[99], 9);
  omp_free(zeros, omp_default_mem_alloc);
  void* aligned = omp_aligned_alloc(512, 1024, omp_default_mem_alloc);
  CHECK(aligned != NULL && is_aligned(aligned, 512));
  omp_free(aligned, omp_default_mem_alloc);
  aligned = omp_aligned_calloc(256, 3, 512, omp_default_mem_alloc);
  CHECK(is_aligned(aligned, 256) && ((char*)aligned)[1535] == 0);
  omp_free(aligned, omp_default_mem_alloc);
  omp_free(NULL, omp_default_mem_alloc);
}

static void traits(void) {
  omp_alloctrait_t wanted[] = {{omp_atk_alignment, 1024},
                               {omp_atk_pool_size, 100000},
                               {omp_atk_fallback, omp_atv_null_fb},
                               {omp_atk_access, omp_atv_all},
                               {omp_atk_sync_hint, omp_atv_contended},
                               {omp_atk_partition, omp_atv_environment}};
  omp_allocator_handle_t small = omp_init_allocator(omp_default_mem_space, 6, wanted);
  CHECK(small != omp_null_allocator);
  void* first = omp_alloc(60000, small);
  CHECK(first != NULL && is_aligned(first, 1024));
  CHECK(omp_alloc(60000, small) == NULL);
  omp_free(first, small);
  first = omp_alloc(60000, small);
  CHECK(first != NULL);

  omp_alloctrait_t falls_back[] = {
      {omp_atk_pool_size, 4000}, {omp_atk_fallback, omp_atv_allocator_fb}, {omp_atk_fb_data, (omp_uintptr_t)small}};
  omp_allocator_handle_t tiny = omp_init_allocator(omp_default_mem_space, 3, falls_back);
  void* second = omp_alloc(20000, tiny); /* from `small` */
  CHECK(second != NULL && is_aligned(second, 1024));
  omp_free(second, omp_null_allocator);
  omp_free(first, omp_null_allocator);
  omp_destroy_allocator(tiny);
  omp_destroy_allocator(small);
}

/* The default allocator belongs to the implicit task. */
static void default_allocator(void) {
  omp_allocator_handle_t before = omp_get_default_allocator();
  omp_set_default_allocator(omp_large_cap_mem_alloc);
  CHECK(omp_get_default_allocator() == omp_large_cap_mem_alloc);
  omp_free(omp_alloc(10, omp_null_allocator), omp_null_allocator);
  omp_set_default_allocator(before);
}

static void clauses(void) {
  int list[64], sum = 0;
  for (int i = 0; i < 64; i++) list[i] = i;
#pragma omp parallel firstprivate(list) allocate(omp_high_bw_mem_alloc : list) reduction(+ : sum)
  {
    for (int i = 0; i < 64; i++) list[i] *= 2;
    if (omp_get_thread_num() == 0) sum += list[63];
#pragma omp single
#pragma omp task firstprivate(list) allocate(omp_default_mem_alloc : list)
    CHECK_EQ(list[63], 126);
  }
  CHECK_EQ(sum, 126);
  CHECK_EQ(list[63], 63);
}

int main(void) {
  predefined();
  traits();
  default_allocator();
  clauses();
#pragma omp parallel
  {
    predefined();
    traits();
  }
  return check_finish();
}
