/* SPDX-License-Identifier: Apache-2.0
 *
 * Counts the tasks that regions' code creates; what replays execute without that code is not counted. One program
 * includes this once.
 */
#ifndef RONDO_TESTS_CREATIONS_H
#define RONDO_TESTS_CREATIONS_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>

#include "static_check.h"

static unsigned long created;

/* In front of the runtime's: what the code calls for each task. */
void* count_creation(void*, int, int, size_t, size_t, void*) __asm__("__kmpc_omp_task_alloc");
__attribute__((noinline)) void* count_creation(void* place, int thread, int flags, size_t bytes, size_t shareds,
                                               void* entry) {
  static void* (*next)(void*, int, int, size_t, size_t, void*);
  if (!next) *(void**)&next = dlsym(RTLD_NEXT, "__kmpc_omp_task_alloc");
  __atomic_add_fetch(&created, 1, __ATOMIC_RELAXED);
  return next(place, thread, flags, bytes, shareds, entry);
}

/* CHECK_CREATED(before, n): so many since, if the compiler's knowledge is used. */
#define CHECK_CREATED(before, n)                                                                  \
  do {                                                                                            \
    if (is_static() && IS_COUNTED && created != (before) + (unsigned long)(n)) {                  \
      failures++;                                                                                 \
      printf("%s:%d: code has created %lu tasks, expected %lu\n", __FILE__, __LINE__, created - (before), \
             (unsigned long)(n));                                                                 \
    }                                                                                             \
  } while (0)

#endif
