/* SPDX-License-Identifier: Apache-2.0
 *
 * A threadprivate variable of a library that is unloaded, and of another one that lies at its address then, as
 * compilers without native thread-local storage access it. The second variable is larger, and its values are its own.
 * Static data of this program stands in for that of the libraries: after loading, the word behind which the copies
 * are is empty.
 *
 * test: LEFT_OUT gcc 'libgomp has no __kmpc_ and kmp_ functions'
 * test: NOT_STOCK clang 'libomp 19 gives the old copies'
 */
#include <omp.h>
#include <stdint.h>
#include <string.h>

#include "check.h"

int32_t __kmpc_global_thread_num(void* place);
void* __kmpc_threadprivate_cached(void* place, int32_t gtid, void* variable, size_t bytes, void*** cache);

static struct {
  int32_t reserved_1, flags, reserved_2, reserved_3;
  const char* source;
} place = {0, 2, 0, 0, ";threadprivate_reloaded.c;main;1;1;;"};

enum { kFew = 4, kMany = 2000 };

static int variable[kMany];
static void **cache, **second_cache;

/* Each thread adds its number to the elements of its copy, whose values are `value` and what it added before. */
static void use(int n, int value, int round, void*** word) {
#pragma omp parallel
  {
    const int32_t gtid = __kmpc_global_thread_num(&place);
    int* mine = __kmpc_threadprivate_cached(&place, gtid, variable, (size_t)n * sizeof(int), word);
    for (int i = 0; i < n; i++) {
      CHECK_EQ(mine[i], value + i + round * omp_get_thread_num());
      mine[i] += omp_get_thread_num();
    }
  }
}

static void load(int n, int value) {
  for (int i = 0; i < n; i++) variable[i] = value + i;
}

int main(void) {
  load(kFew, 10);
  use(kFew, 10, 0, &cache);
  use(kFew, 10, 1, &cache);
  use(kFew, 10, 2, &second_cache); /* another module that knows the variable */
  use(kFew, 10, 3, &second_cache);
  cache = NULL;
  load(kMany, 1000);
  use(kMany, 1000, 0, &cache);
  use(kMany, 1000, 1, &cache);
  return check_finish();
}
