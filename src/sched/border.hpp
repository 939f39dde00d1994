// SPDX-License-Identifier: Apache-2.0
//
// The border of a block whose tasks come from a graph (task graph regions, dependence patterns): their dependences on
// ordinary siblings, created before and behind the block. The address table of the creating task knows nothing of
// nodes. Nobody waits here; what it costs is paid only where there are such siblings. Argument: graph/README.md,
// "Border".
#pragma once

#include "depend/table.hpp"
#include "graph/border.hpp"
#include "sched/domain.hpp"

namespace rondo::sched {

// ---- Siblings before it ----------------------------------------------------------------------------------------

[[gnu::noinline]] bool look_for_siblings(Worker& worker, task::Domain& domain);

// Whether siblings with dependences may still run that the current task has created. If so, a replay has to look at
// the dependences of each of its tasks (Instance::is_behind_siblings).
inline bool has_siblings_ahead(Worker& worker) {
  task::Domain* domain = worker.current->domain;
  if (domain == nullptr || domain->table == nullptr) return false;
  if (domain->table->is_empty() && !domain->has_open_blocks) return false;
  return look_for_siblings(worker, *domain);
}

// The node is about to be captured, and what it depends on is of interest.
void meet_dependences(Worker& worker, graph::Instance& instance, graph::NodeIndex index, Dependences dependences);

// ---- Siblings behind it ----------------------------------------------------------------------------------------

// The creator does not wait for the block: to be called while it cannot end yet. `has_dependences`: its tasks may.
void leave_open(Worker& worker, graph::Instance& instance, bool has_dependences);

// Nothing of the block runs any more, and nobody but the caller looks at it: the instance goes back to its record.
void end_block(Worker& worker, graph::Instance& instance);

void enter_open_blocks(Worker& worker, task::Domain& domain);

// Before the current task enters dependences into its table, or looks there.
inline void enter_blocks(Worker& worker, task::Domain& domain) {
  if (domain.has_open_blocks) [[unlikely]]
    enter_open_blocks(worker, domain);
}

// Nothing that is created now can depend on them: all children are done, or the current task is.
void forget_open_blocks(Worker& worker, task::Domain& domain);
inline void forget_blocks(Worker& worker, task::Domain& domain) {
  if (domain.has_open_blocks) [[unlikely]]
    forget_open_blocks(worker, domain);
}

// The task whose domain this is creates no more children.
void close_table(Worker& worker, task::Domain& domain);

}  // namespace rondo::sched
