/* SPDX-License-Identifier: Apache-2.0
 *
 * A tool, by the interface OMPT: a library that counts the tasks of a program, gcc's programs too.
 *
 *     $ clang-19 -O2 -fopenmp -shared -fPIC count_tasks.c -o count_tasks.so
 *     $ gcc-12 -O2 -fopenmp fib.c -o fib
 *     $ rondo run --env OMP_TOOL_LIBRARIES=$PWD/count_tasks.so -- ./fib
 */
#include <omp-tools.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_long n_tasks;

static void on_create(ompt_data_t* creator, const ompt_frame_t* frame, ompt_data_t* task, int flags,
                      int has_dependences, const void* return_address) {
  (void)creator, (void)frame, (void)task, (void)has_dependences, (void)return_address;
  if (flags & ompt_task_explicit) atomic_fetch_add(&n_tasks, 1);
}

static int start(ompt_function_lookup_t lookup, int device, ompt_data_t* tool) {
  (void)device, (void)tool;
  const ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
  return set(ompt_callback_task_create, (ompt_callback_t)on_create) == ompt_set_always;
}

static void end(ompt_data_t* tool) {
  (void)tool;
  printf("%ld tasks\n", atomic_load(&n_tasks));
}

ompt_start_tool_result_t* ompt_start_tool(unsigned version, const char* runtime) {
  static ompt_start_tool_result_t result = {start, end, {0}};
  printf("tool on %s, OMPT of %u\n", runtime, version);
  return &result;
}
