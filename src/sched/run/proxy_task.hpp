// SPDX-License-Identifier: Apache-2.0
//
// The proxy task of an open block: one task with all accesses of the block's nodes, so that later siblings come
// behind the block. Made only if something is entered into the table, or asked of it, before the block is over.
// Argument: graph/store/README.md, "Border".
#pragma once

#include "sched/run/table.hpp"

namespace rondo::sched {

void enter_open_blocks(Worker& worker, task::Domain& domain);

// Before the current task enters dependences into its table, or looks there.
inline void enter_blocks(Worker& worker, task::Domain& domain) {
  if (domain.has_open_blocks) [[unlikely]]
    enter_open_blocks(worker, domain);
}

// Nothing of the block runs any more, and only the caller looks at it: the instance goes back to its record, and the
// proxy task, if there is one, is complete.
void end_block(Worker& worker, graph::Instance& instance);

}  // namespace rondo::sched
