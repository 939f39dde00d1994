// SPDX-License-Identifier: Apache-2.0
//
// A call of the proposed taskgraph interface whose sizes are not those of the task: its parameters must have been
// moved, so that it is refused and not misread.
//
// test: THREADS 2 STATUS -6 STDERR '__kmpc_taskgraph_task was called in a form'
// test: NOT_STOCK gcc 'stock runtimes do not have these entry points'
// test: clang 'stock runtimes do not have these entry points'
#include "graph/kmp_taskgraph.h"

static int run(int gtid, void* block) {
  (void)gtid;
  (void)block;
  return 0;
}

static void region(void* arguments) {
  (void)arguments;
  struct kmp_task* task = __kmpc_omp_task_alloc(NULL, 0, 1, sizeof *task + 8, 0, run);
  __kmpc_taskgraph_task(NULL, 0, task, 1, sizeof *task, 64, 0, NULL, NULL, NULL);
}

int main(void) {
  static void* handle;
#pragma omp parallel
#pragma omp single
  {
    puts("ok");
    fflush(stdout);
    __kmpc_taskgraph(NULL, 0, &handle, 0, 0, 0, region, NULL);
    puts("not refused");
  }
  return 0;
}
