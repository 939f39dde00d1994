/* SPDX-License-Identifier: Apache-2.0
 *
 * LU: a step of symmetric successive over-relaxation. Its two sweeps depend on their own results in all three
 * directions, so they go over the diagonals of a plane of blocks of lines.
 */
#ifndef RONDO_BENCH_NAS_LU_H
#define RONDO_BENCH_NAS_LU_H

#include "nas/flow.h"

/* Blocks along each side of the plane: as many in all as there may be parts. */
static inline long lu_blocks(long parts) {
  long blocks = 1;
  while ((blocks + 1) * (blocks + 1) <= parts) blocks++;
  return blocks;
}

static inline long lu_on_diagonal(long blocks, long diagonal) {
  return diagonal < blocks ? diagonal + 1 : 2 * blocks - 1 - diagonal;
}

static const double kLuRelaxation = 1.2;

void lu_lower(void* data, long diagonal, long part);
void lu_upper(void* data, long diagonal, long part);

#define NAS_ITERATION(LOOP, data, parts)                                       \
  const long blocks = lu_blocks(parts);                                        \
  for (long diagonal = 0; diagonal < 2 * blocks - 1; diagonal++) {             \
    LOOP(lu_on_diagonal(blocks, diagonal), lu_lower(data, diagonal, part))     \
  }                                                                            \
  for (long diagonal = 2 * blocks - 2; diagonal >= 0; diagonal--) {            \
    LOOP(lu_on_diagonal(blocks, diagonal), lu_upper(data, diagonal, part))     \
  }                                                                            \
  LOOP(parts, flow_add(data, 1 / (kLuRelaxation * (2 - kLuRelaxation)), part)) \
  LOOP(parts, flow_derive(data, part))                                         \
  LOOP(parts, flow_right_side(data, part))

#endif
