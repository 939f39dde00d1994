/* SPDX-License-Identifier: Apache-2.0
 *
 * BT: a step whose system is the product of three, one for each axis, of lines of 5 x 5 blocks.
 */
#ifndef RONDO_BENCH_NAS_BT_H
#define RONDO_BENCH_NAS_BT_H

#include "nas/flow.h"

void bt_solve(const flow* of, int axis, long first); /* a line along an axis */

#define NAS_ITERATION(LOOP, data, parts)                    \
  LOOP(parts, flow_derive(data, part))                      \
  LOOP(parts, flow_right_side(data, part))                  \
  for (int axis = 0; axis < kFlowAxes; axis++) {            \
    LOOP(parts, flow_for_lines(data, axis, part, bt_solve)) \
  }                                                         \
  LOOP(parts, flow_add(data, 1, part))

#endif
