/* SPDX-License-Identifier: Apache-2.0
 *
 * A program that is its own tool, as the specification allows: the runtime finds the function in the executable.
 */
#include <stddef.h>
#include <stdint.h>

#include "check.h"
#include "own_tool.h"

static int n_begun;

static void on_thread_begin(int kind, uint64_t* data) {
  (void)kind, (void)data;
  __atomic_fetch_add(&n_begun, 1, __ATOMIC_RELAXED);
}

static int initialize(Function (*lookup)(const char* name), int device, void* data) {
  (void)device, (void)data;
  int (*set_callback)(int, Function) = (int (*)(int, Function))lookup("ompt_set_callback");
  return set_callback(1, (Function)on_thread_begin) == 5;
}

static void finalize(void* data) { (void)data; }

Tool* ompt_start_tool(unsigned version, const char* runtime);
Tool* ompt_start_tool(unsigned version, const char* runtime) {
  static Tool tool = {initialize, finalize, 0};
  (void)version, (void)runtime;
  return &tool;
}

int main(void) {
#pragma omp parallel num_threads(3)
  {
#pragma omp barrier
  }
  CHECK_EQ(n_begun, 3);
  return check_finish();
}
