// SPDX-License-Identifier: Apache-2.0
//
// The address table of a domain: made for the first child that has dependences, closed with the task. In front of it
// wait the open blocks: blocks of nodes that their creator did not wait for. They are entered before anything else is
// (proxy_task.hpp), and forgotten if nothing more comes. Only for the worker that runs the task. Argument:
// graph/store/README.md, "Border".
#pragma once

#include <new>

#include "depend/table.hpp"
#include "graph/store/border.hpp"
#include "sched/run/domain.hpp"

namespace rondo::sched {

inline depend::Table& table_of(Worker& worker, task::Domain& domain) {
  using depend::Table;
  if (domain.table == nullptr) domain.table = new (worker.slab.allocate(sizeof(Table))) Table(worker.slab);
  return *domain.table;
}

// The creator does not wait for the block: to be called while it cannot end yet. `has_dependences`: its tasks may.
void leave_open(Worker& worker, graph::Instance& instance, bool has_dependences);

// Nothing that is created now can depend on them: all children are done, or the current task is.
void forget_open_blocks(task::Domain& domain);
inline void forget_blocks(task::Domain& domain) {
  if (domain.has_open_blocks) [[unlikely]]
    forget_open_blocks(domain);
}

// The task whose domain this is creates no more children.
void close_table(Worker& worker, task::Domain& domain);

}  // namespace rondo::sched
