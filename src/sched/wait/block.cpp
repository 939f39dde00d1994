// SPDX-License-Identifier: Apache-2.0
#include "sched/wait/block.hpp"

#include "graph/replay/instance.hpp"
#include "sched/run/observe.hpp"
#include "sched/wait/wait.hpp"

namespace rondo::sched {

// A task on a stack of its own leaves it. An implicit task, or one that runs on top of it, stays where it is, like
// any wait.
void block(Worker& worker, Suspension& suspension) {
  Blocked blocked = {.worker = &worker, .waits_in_place = !is_on_own_stack(worker)};
  if (!suspension.begin(blocked)) return;
  if (!blocked.waits_in_place) return leave_blocked(worker, blocked);
  auto has_come = [&worker, &blocked] {
    if (is_unblocked(worker)) collect_unblocked(worker);
    return blocked.has_come;
  };
  const bool is_observed = ompt::is_on();
  if (is_observed) ompt::blocked_in_place(worker.record, ompt::Endpoint::Begin);
  work_until(worker, *worker.slot->arena, ConditionLatch(has_come), nullptr);
  if (is_observed) ompt::blocked_in_place(worker.record, ompt::Endpoint::End);
}

namespace {

// The task of a node is on its executor's stack, or in memory that is used again: this one outlives it. Its first
// hold is the body.
task::Task& make_hold(Worker& worker, graph::NodeState& node) {
  auto& hold = *static_cast<task::Task*>(worker.slab.allocate(sizeof(task::Task)));
  task::TaskSpec spec = {};
  spec.flags = task::kDetachable | task::kForNode;
  task::init(hold, spec);
  hold.parent = &node.instance->domain;
  hold.group = nullptr;
  hold.node_state = &node;
  hold.holds.store_relaxed(1);  // [H1]
  return hold;
}

// A unit is not held: its next member may depend on the current one.
task::Task* task_that_holds(Worker& worker, graph::NodeState& node) {
  task::Task& current = *worker.current;
  if (current.parent != &node.instance->domain || node.instance->graph->links != nullptr) return nullptr;
  if (current.has(task::kDetachable)) return &current;
  task::Task*& hold = hold_of_stack(worker);
  if (hold == nullptr) hold = &make_hold(worker, node);
  return hold;
}

}  // namespace

// From then on it is a detachable task, whose first hold is its body. Only this worker reads or writes its flags.
task::Task* hold_current(Worker& worker) {
  graph::NodeState* const node = node_of_stack(worker);
  task::Task* const task = node != nullptr ? task_that_holds(worker, *node) : task_of_stack(worker);
  if (task == nullptr) return nullptr;
  const bool is_detachable = task->has(task::kDetachable);
  if (task->has(task::kObserved)) [[unlikely]]
    note_hold(*task, is_detachable);
  if (!is_detachable) {
    task->flags |= task::kDetachable;
    task->holds.store_relaxed(1);
  }
  (void)task->holds.add_acq_rel(1);  // [H1]
  return task;
}

bool may_block(const Worker& worker) {
  return !worker.current->has(task::kImplicit) || worker.slot->arena->n_slots > 1 || worker.slot->arena->defers_tasks ||
         has_left_waits(worker);
}

}  // namespace rondo::sched
