/* SPDX-License-Identifier: Apache-2.0
 *
 * The tasks of a taskgraph region as a compiler has found them out: written by Rondo's pass into the program, read by
 * the runtime. Programs do not include this file.
 *
 * A region whose tasks are known hands this to the runtime (RONDO_DIRECTIVE_STATIC), with the *values* that only the
 * encounter knows: addresses and numbers from before the region. The runtime makes its graph of the two, without
 * executing the region's code. When that is impossible (the graph is switched off, two dependences that the compiler
 * took for different addresses are the same), the code is executed as ever; so the program keeps it.
 *
 * Tasks are those of clang: kmp_task_t and what follows it.
 */
#ifndef RONDO_STATIC_GRAPH_H
#define RONDO_STATIC_GRAPH_H

#include <stdint.h>

#define RONDO_STATIC_GRAPH_ABI 1u

/* Captured data of the tasks of one construct: `n_bytes` (at most 8) at `offset` in the block get the low bytes of
 * values[value] + addend; without a value: of addend. What varies from task to task is in `words`. */
#define RONDO_STATIC_NO_VALUE (~0u)

enum rondo_static_slot_kind {
  RONDO_STATIC_FIXED = 0,   /* the same in all tasks */
  RONDO_STATIC_ADDEND = 1,  /* words: the addend, in one word, or in two (low one first) if n_bytes > 4 */
  RONDO_STATIC_ALL = 2      /* words: the value, then the addend in two */
};

typedef struct rondo_static_slot {
  uint32_t offset;
  uint16_t n_bytes;
  uint16_t kind;
  uint32_t value;
  uint32_t reserved;
  uint64_t addend;
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

/* An address that dependences name. */
typedef struct rondo_static_address {
  uint64_t addend;
  uint32_t value;
  uint32_t reserved;
} rondo_static_address;

typedef struct rondo_static_graph {
  uint32_t version;   /* RONDO_STATIC_GRAPH_ABI */
  uint32_t n_tasks;
  uint32_t n_values;
  uint32_t n_addresses;            /* that have to differ for the edges to be right; 0: they do */
  uint32_t n_edges_unreduced;
  uint32_t n_edges_distinct;
  const rondo_static_construct* constructs;
  const rondo_static_slot* slots;
  const uint16_t* construct_of;    /* of each task, in creation order */
  const uint32_t* words;           /* of the tasks' slots, in order */
  const uint32_t* first;           /* of each task and one more: where its predecessors begin */
  const uint32_t* predecessors;    /* after reduction, as the runtime's own passes do it */
  const rondo_static_address* addresses;
  void* records;                   /* the runtime's; NULL at first */
} rondo_static_graph;

#ifdef __cplusplus
static_assert(sizeof(rondo_static_slot) == 24, "layout");
static_assert(sizeof(rondo_static_construct) == 32, "layout");
static_assert(sizeof(rondo_static_address) == 16, "layout");
static_assert(sizeof(rondo_static_graph) == 88, "layout");
#endif

#endif /* RONDO_STATIC_GRAPH_H */
