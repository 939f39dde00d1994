/* SPDX-License-Identifier: Apache-2.0
 *
 * What LLVM's proposed taskgraph directive compiles to, written by hand: its entry points and the blocks of its tasks.
 */
#ifndef RONDO_TESTS_KMP_TASKGRAPH_H
#define RONDO_TESTS_KMP_TASKGRAPH_H

#include "graph/graph_check.h"

struct depend_info {
  void* address;
  size_t bytes;
  unsigned char flags; /* 1 in, 3 inout */
};

struct kmp_task {
  void* shareds;
  int (*routine)(int, void*);
  int part_id;
  void* data1;
  void* data2;
};

typedef void (*taskgraph_entry)(void*);

__attribute__((weak)) void __kmpc_taskgraph(void*, int, void** handle, uintptr_t id, int reset, int nogroup,
                                            taskgraph_entry entry, void* arguments);
__attribute__((weak)) unsigned __kmpc_taskgraph_task(void*, int, void* task, int flags, size_t task_bytes,
                                                     size_t shareds_bytes, int n, struct depend_info* infos,
                                                     void* relocate, void* clone);
__attribute__((weak)) unsigned __kmpc_taskgraph_taskloop(void*, int, void* task, int flags, size_t task_bytes,
                                                         int if_value, uint64_t* lower, uint64_t* upper, int64_t step,
                                                         int nogroup, int clause, uint64_t value, int modifier,
                                                         void* duplicate, void* relocate);
__attribute__((weak)) void __kmpc_taskgraph_taskwait(void*, int, int n, struct depend_info* infos, int has_no_wait);
__attribute__((weak)) void* __kmpc_omp_task_alloc(void*, int, int flags, size_t task_bytes, size_t shareds_bytes,
                                                  int (*routine)(int, void*));
__attribute__((weak)) int __kmpc_omp_task(void*, int, void* task);

#endif
