/* SPDX-License-Identifier: Apache-2.0
 *
 * The origin of the captured bytes of a recorded region's tasks, as a compiler has found it. Rondo's pass writes it
 * into the program, and the runtime reads it. Programs do not include this file.
 *
 * If the tasks of a region depend on a few values only, the region hands these over (RONDO_DIRECTIVE_INPUTS). With
 * this table (RONDO_DIRECTIVE_CAPTURES) the runtime also knows which of them decide on the tasks and edges, and how
 * the others get into the tasks' data. If only the others have changed, a replay puts them there, and the region's
 * code is not executed.
 *
 * The table contains *differences*. As long as the deciding values are the same, everything that the code computes
 * from them and from its loops' counters is the same. The rest of a captured value is a sum of other values times
 * constants.
 *
 * Tasks are those of clang: kmp_task_t and what follows it.
 */
#ifndef RONDO_CAPTURE_TABLE_H
#define RONDO_CAPTURE_TABLE_H

#include <stdint.h>

#define RONDO_CAPTURE_TABLE_ABI 1u

#define RONDO_CAPTURE_STAYS (~0u)

/* If the value changes by d, a number with this term changes by factor * d. A *distance* is a sum of such terms. */
typedef struct rondo_capture_term {
  uint64_t factor;
  uint32_t value;
  uint32_t reserved;
} rondo_capture_term;

/* `n_bytes` (at most 8) at `offset` in the block, as a number, change by this distance. */
typedef struct rondo_capture_slot {
  uint32_t offset;
  uint32_t n_bytes;
  uint32_t distance;
} rondo_capture_slot;

/* The tasks that have one body. */
typedef struct rondo_capture_construct {
  void* entry;               /* int (*)(int thread, void* block) */
  uint32_t first_slot;       /* in `slots` */
  uint32_t n_slots;
  uint32_t first_dependence; /* in `moves_by` */
  uint32_t n_dependences;    /* 0: no address in them changes, however many there are */
} rondo_capture_construct;

typedef struct rondo_capture_table {
  uint32_t version; /* RONDO_CAPTURE_TABLE_ABI */
  uint32_t n_values;
  uint32_t n_constructs;
  uint32_t n_distances;
  const rondo_capture_construct* constructs;
  const rondo_capture_slot* slots;
  const uint32_t* moves_by;  /* of each dependence: the distance that its address changes by, or that it stays */
  const uint8_t* decides;    /* of each value: 1 if it decides on tasks or edges */
  const uint32_t* first_term; /* of each distance and one more */
  const rondo_capture_term* terms;
} rondo_capture_table;

#ifdef __cplusplus
static_assert(sizeof(rondo_capture_term) == 16, "layout");
static_assert(sizeof(rondo_capture_slot) == 12, "layout");
static_assert(sizeof(rondo_capture_construct) == 24, "layout");
static_assert(sizeof(rondo_capture_table) == 64, "layout");
#endif

#endif /* RONDO_CAPTURE_TABLE_H */
