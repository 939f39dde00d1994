/* SPDX-License-Identifier: Apache-2.0
 *
 * omp_realloc within an allocator of limited size: block and copy do not count both.
 *
 * test: NOT_STOCK clang 'libomp 19 counts the old block and the new one'
 */
#include <omp.h>
#include <string.h>

#include "check.h"

int main(void) {
  omp_alloctrait_t wanted[] = {{omp_atk_pool_size, 4096}, {omp_atk_fallback, omp_atv_null_fb}};
  omp_allocator_handle_t pool = omp_init_allocator(omp_default_mem_space, 2, wanted);
  char* block = omp_alloc(4000, pool);
  if (!CHECK(block != NULL)) return check_finish();
  strcpy(block, "kept");
  char* smaller = omp_realloc(block, 2000, pool, pool);
  if (!CHECK(smaller != NULL)) return check_finish();
  CHECK(strcmp(smaller, "kept") == 0);
  void* beside = omp_alloc(1500, pool);
  CHECK(beside != NULL);
  CHECK(omp_realloc(smaller, 3000, pool, pool) == NULL); /* and it is as it was */
  omp_free(beside, pool);
  char* larger = omp_realloc(smaller, 4000, pool, pool);
  if (!CHECK(larger != NULL)) return check_finish();
  CHECK(strcmp(larger, "kept") == 0);
  CHECK(omp_alloc(100, pool) == NULL);
  omp_free(larger, pool);
  omp_destroy_allocator(pool);
  return check_finish();
}
