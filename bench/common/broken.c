/* SPDX-License-Identifier: Apache-2.0
 *
 * A library that breaks one task of a program, for verify.py --broken: preloaded, it hands the runtime an empty body in
 * place of that of task number BROKEN_TASK, counted from 0 in the order of creation. A taskloop counts as one task. It
 * says how many there were. A program that ends well all the same does not look at what this task computes.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static atomic_long n_created;
static long broken = -1;

static __attribute__((constructor)) void read_number(void) {
  const char* text = getenv("BROKEN_TASK");
  if (text) broken = atol(text);
}

static __attribute__((destructor)) void say_number(void) {
  fprintf(stderr, "broken: %ld tasks\n", atomic_load(&n_created));
}

static bool is_broken(void) { return atomic_fetch_add(&n_created, 1) == broken; }

static void* next_of(const char* name) {
  void* found = dlsym(RTLD_NEXT, name);
  if (!found) abort();
  return found;
}

/* ---- gcc --------------------------------------------------------------------------------------------------------- */

typedef void (*gomp_body)(void*);
typedef void (*gomp_copy)(void*, void*);

static void run_nothing(void* data) { (void)data; }

void GOMP_task(gomp_body body, void* data, gomp_copy copy, long size, long align, bool if_clause, unsigned flags,
               void** depend, int priority, void* detach) {
  static void (*next)(gomp_body, void*, gomp_copy, long, long, bool, unsigned, void**, int, void*);
  if (!next) next = next_of("GOMP_task");
  next(is_broken() ? run_nothing : body, data, copy, size, align, if_clause, flags, depend, priority, detach);
}

#define DEFINE_TASKLOOP(name, number)                                                                                 \
  void name(gomp_body body, void* data, gomp_copy copy, long size, long align, unsigned flags, unsigned long n_tasks, \
            int priority, number start, number end, number step) {                                                    \
    static void (*next)(gomp_body, void*, gomp_copy, long, long, unsigned, unsigned long, int, number, number,        \
                        number);                                                                                      \
    if (!next) next = next_of(#name);                                                                                 \
    next(is_broken() ? run_nothing : body, data, copy, size, align, flags, n_tasks, priority, start, end, step);      \
  }
DEFINE_TASKLOOP(GOMP_taskloop, long)
DEFINE_TASKLOOP(GOMP_taskloop_ull, unsigned long long)

/* ---- clang ------------------------------------------------------------------------------------------------------- */

typedef int32_t (*kmp_body)(int32_t thread, void* task);

static int32_t run_no_task(int32_t thread, void* task) {
  (void)thread, (void)task;
  return 0;
}

void* __kmpc_omp_task_alloc(void* where, int32_t thread, int32_t flags, size_t size, size_t shared, kmp_body body) {
  static void* (*next)(void*, int32_t, int32_t, size_t, size_t, kmp_body);
  if (!next) next = next_of("__kmpc_omp_task_alloc");
  return next(where, thread, flags, size, shared, is_broken() ? run_no_task : body);
}
