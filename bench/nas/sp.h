/* SPDX-License-Identifier: Apache-2.0
 *
 * SP: a step whose system is the product of three, one for each axis, made diagonal: of lines of numbers.
 */
#ifndef RONDO_BENCH_NAS_SP_H
#define RONDO_BENCH_NAS_SP_H

#include "nas/flow.h"

void sp_solve(const flow* of, int axis, long first); /* a line along an axis */

/* Between two solutions: from the characteristic variables of the axis before to those of this axis; axis 0 begins with
 * the fields, and after the last axis, 3, they are fields again. */
void sp_change_variables(void* data, int axis, long part);

#define NAS_ITERATION(LOOP, data, parts)                    \
  LOOP(parts, flow_derive(data, part))                      \
  LOOP(parts, flow_right_side(data, part))                  \
  for (int axis = 0; axis < kFlowAxes; axis++) {            \
    LOOP(parts, sp_change_variables(data, axis, part))      \
    LOOP(parts, flow_for_lines(data, axis, part, sp_solve)) \
  }                                                         \
  LOOP(parts, sp_change_variables(data, kFlowAxes, part))   \
  LOOP(parts, flow_add(data, 1, part))

#endif
