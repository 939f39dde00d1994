/* SPDX-License-Identifier: Apache-2.0
 *
 * threadprivate objects as compilers without native thread-local storage register them: one object, and an array of
 * them. The initial thread has the variable itself, every other thread a copy of its own, constructed once.
 *
 * test: LEFT_OUT gcc 'libgomp has no __kmpc_ and kmp_ functions'
 */
#include <omp.h>
#include <stdint.h>

#include "check.h"

int32_t __kmpc_global_thread_num(void* place);
void __kmpc_threadprivate_register(void* place, void* variable, void* (*)(void*), void* (*)(void*, void*),
                                   void (*)(void*));
void __kmpc_threadprivate_register_vec(void* place, void* variable, void* (*)(void*, size_t),
                                       void* (*)(void*, void*, size_t), void (*)(void*, size_t), size_t n);
void* __kmpc_threadprivate_cached(void* place, int32_t gtid, void* variable, size_t bytes, void*** cache);

static struct {
  int32_t reserved_1, flags, reserved_2, reserved_3;
  const char* source;
} place = {0, 2, 0, 0, ";threadprivate_arrays.c;main;1;1;;"};

typedef struct {
  int value;
} object;

static object one = {100};
static object several[5] = {{1}, {2}, {3}, {4}, {5}};
static void **cache_of_one, **cache_of_several;
static int n_made;

static void* make_one(void* copy) {
  __atomic_fetch_add(&n_made, 1, __ATOMIC_RELAXED);
  ((object*)copy)->value = 100;
  return copy;
}
static void* make_several(void* copy, size_t n) {
  __atomic_fetch_add(&n_made, (int)n, __ATOMIC_RELAXED);
  for (size_t i = 0; i < n; i++) ((object*)copy)[i].value = (int)i + 1;
  return copy;
}
static void destroy_one(void* copy) { (void)copy; }
static void destroy_several(void* copy, size_t n) {
  (void)copy;
  (void)n;
}

int main(void) {
  (void)__kmpc_global_thread_num(&place); /* compilers begin with it: libomp forgets what it was told before */
  __kmpc_threadprivate_register(&place, &one, make_one, NULL, destroy_one);
  __kmpc_threadprivate_register_vec(&place, several, make_several, NULL, destroy_several, 5);
  int n_threads = 0;
  for (int round = 1; round <= 3; round++) {
#pragma omp parallel
    {
      int32_t gtid = __kmpc_global_thread_num(&place);
      object* mine = __kmpc_threadprivate_cached(&place, gtid, &one, sizeof one, &cache_of_one);
      object* list = __kmpc_threadprivate_cached(&place, gtid, several, sizeof several, &cache_of_several);
      if (omp_get_thread_num() == 0) CHECK(mine == &one && list == several);
      mine->value++;
      for (int i = 0; i < 5; i++) list[i].value += 10;
#pragma omp barrier
      CHECK_EQ(mine->value, 100 + round);
      for (int i = 0; i < 5; i++) CHECK_EQ(list[i].value, i + 1 + 10 * round);
#pragma omp single
      n_threads = omp_get_num_threads();
    }
  }
  CHECK_EQ(n_made, (n_threads - 1) * 6);
  return check_finish();
}
