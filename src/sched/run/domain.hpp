// SPDX-License-Identifier: Apache-2.0
//
// The domain of the current task: it counts the children, has the table of their dependences, and points to the
// region whose tasks the task creates. A task has none until it first needs one.
#pragma once

#include <span>

#include "depend/access.hpp"
#include "sched/worker/worker.hpp"

namespace rondo::sched {

using Dependences = std::span<const depend::Dependence>;

// Makes the domain of a task that this worker runs, in a block of the worker's slab.
inline task::Domain& begin_domain(Worker& worker, task::Task& task, void* block) {
  auto* domain = new (block) task::Domain;
  domain->join_counter.open(worker.id);
  domain->outer = task.parent;
  domain->arena = task.parent->arena;
  domain->depth = task.parent->depth + 1;
  task.domain = domain;
  return *domain;
}

// The domain of the current task, made on first use.
task::Domain& new_domain_of_current(Worker& worker);
inline task::Domain& domain_of_current(Worker& worker) {
  task::Domain* domain = worker.current->domain;
  return domain != nullptr ? *domain : new_domain_of_current(worker);
}

// The domain that an undeferred task belongs to: that of the current task or, while it has none, mostly that of its
// parent. Nobody waits for such a task, so it needs no domain to be counted in. If it leaves children behind, they
// are counted where they would be counted at the end of the current task.
inline task::Domain& domain_for_undeferred(Worker& worker) {
  const task::Task& creator = *worker.current;
  if (creator.domain != nullptr) return *creator.domain;
  return creator.parent->is_of_nodes ? new_domain_of_current(worker) : *creator.parent;
}

// The task, a child of the current one, whose domain this is, may complete after its body. A proxy task of the
// runtime's own does not count: it is over when tasks are that the team can run.
void note_detachable(Worker& worker, const task::Task& task, task::Domain& domain);

// True if a task created now runs in place whatever its if clause says, because its creator is final, alone, or said
// to be so.
inline bool runs_alone(const Arena& arena) { return arena.n_slots == 1 && !arena.defers_tasks; }
inline bool runs_alone(const task::Domain& domain) { return runs_alone(*domain.arena) && !domain.has_detached; }
inline bool runs_its_tasks_in_place(const task::Task& task) {
  return (task.flags & (task::kFinal | task::kInOrder)) != 0;
}
inline bool runs_undeferred(const Worker& worker, const task::Domain& domain) {
  return runs_its_tasks_in_place(*worker.current) || runs_alone(domain);
}
// The same, but false in a task graph region, which has to see every creation.
inline bool is_undeferred(Worker& worker) {
  task::Domain& domain = domain_of_current(worker);
  return domain.execution == nullptr && runs_undeferred(worker, domain);
}

}  // namespace rondo::sched
