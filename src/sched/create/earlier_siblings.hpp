// SPDX-License-Identifier: Apache-2.0
//
// Nodes of a block (task graph region, dependence pattern) behind ordinary siblings that were created before it. The
// address table of the creating task knows nothing of nodes. Nothing here waits, and it costs something only where
// there are such siblings. For siblings behind a block see proxy_task.hpp. Argument: graph/store/README.md, "Border".
#pragma once

#include "sched/run/table.hpp"

namespace rondo::sched {

[[gnu::noinline]] bool look_for_siblings(Worker& worker, task::Domain& domain);

// Whether siblings with dependences may still run that the current task has created. If so, a replay has to look at
// the dependences of each of its tasks (Instance::is_behind_siblings).
inline bool has_siblings_ahead(Worker& worker) {
  task::Domain* domain = worker.current->domain;
  if (domain == nullptr || domain->table == nullptr) return false;
  if (domain->table->is_empty() && !domain->has_open_blocks) return false;
  return look_for_siblings(worker, *domain);
}

// The node, which is about to be captured, comes behind the siblings behind which a task with these dependences
// comes.
void put_behind_siblings(Worker& worker, graph::Instance& instance, graph::NodeIndex index, Dependences dependences);

}  // namespace rondo::sched
