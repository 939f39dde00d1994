/* SPDX-License-Identifier: Apache-2.0
 *
 * The tasks of a taskgraph region, as a compiler has found them. Rondo's pass writes them into the program, and the
 * runtime reads them. Programs do not include this file.
 *
 * A region whose tasks are known hands this to the runtime (RONDO_DIRECTIVE_STATIC), with the *values* that only the
 * encounter knows: addresses and numbers from before the region. The runtime makes its graph from both, without
 * executing the region's code. When that is impossible (graphs are switched off, or two dependences that the compiler
 * took for different addresses are the same), the code is executed. So the program keeps it.
 *
 * Tasks are those of clang: kmp_task_t and what follows it.
 */
#ifndef RONDO_STATIC_GRAPH_H
#define RONDO_STATIC_GRAPH_H

#include <stdint.h>

#define RONDO_STATIC_GRAPH_ABI 2u

/* Captured data of the tasks of one construct: `n_bytes` (at most 8) at `offset` in the block get the low bytes of
 * values[value] + addend; without a value: of addend. Where tasks differ, the rest is in `data`: first the number of
 * the value, in two bytes, if `has_values`, then a number of `n_data` bytes (0, 1, 2, 4 or 8) to be added as well. */
#define RONDO_STATIC_NO_VALUE 0xffffu

typedef struct rondo_static_slot {
  uint32_t offset;
  uint8_t n_bytes;
  uint8_t n_data;
  uint16_t has_values;
  uint64_t addend;
  uint32_t value;     /* unless has_values */
  uint32_t reserved;
} rondo_static_slot;

/* What tasks have in common. */
typedef struct rondo_static_construct {
  void* entry;             /* int (*)(int thread, void* block) */
  uint32_t block_bytes;    /* of the block, shareds included */
  uint32_t shareds_offset; /* where they begin in it; 0: there are none */
  uint32_t is_prioritised;
  int32_t priority;
  uint32_t first_slot;     /* in `slots` */
  uint32_t n_slots;
} rondo_static_construct;

/* A task. The lists of successors show how many predecessors each task has. */
typedef struct rondo_static_task {
  uint16_t construct;
  uint16_t place;          /* its position among the tasks that are dealt to slots together, as a fraction of 65536 */
  uint16_t n_successors;
} rondo_static_task;

/* An address that dependences name. */
typedef struct rondo_static_address {
  uint64_t addend;
  uint32_t value;
  uint32_t reserved;
} rondo_static_address;

/* In `successors`: the task has no other predecessor. */
#define RONDO_STATIC_ONLY_PREDECESSOR 0x80000000u

typedef struct rondo_static_graph {
  uint32_t version;   /* RONDO_STATIC_GRAPH_ABI */
  uint32_t n_tasks;
  uint32_t n_values;
  uint32_t n_constructs;
  uint32_t n_slots;
  uint32_t n_data;                 /* bytes */
  uint32_t n_edges;
  uint32_t n_edges_unreduced;
  uint32_t n_edges_distinct;
  uint32_t n_addresses;            /* that have to differ for the edges to be right; 0: they do */
  uint32_t depth;                  /* tasks on the longest path */
  uint32_t reserved;
  const rondo_static_construct* constructs;
  const rondo_static_slot* slots;
  const rondo_static_task* tasks;  /* in creation order */
  const uint8_t* data;             /* of the tasks' slots, in order */
  const uint32_t* successors; /* of the tasks, in order, each list ascending; after reduction, as the runtime's own
                                      passes do it. The runtime's graph uses the array as it is */
  const rondo_static_address* addresses;
  void* records; /* belongs to the runtime; NULL at first */
} rondo_static_graph;

#ifdef __cplusplus
static_assert(sizeof(rondo_static_slot) == 24, "layout");
static_assert(sizeof(rondo_static_construct) == 32, "layout");
static_assert(sizeof(rondo_static_task) == 6, "layout");
static_assert(sizeof(rondo_static_address) == 16, "layout");
static_assert(sizeof(rondo_static_graph) == 104, "layout");
#endif

#endif /* RONDO_STATIC_GRAPH_H */
