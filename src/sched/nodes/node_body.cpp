// SPDX-License-Identifier: Apache-2.0
#include "sched/nodes/node_body.hpp"

#include "os/asymmetric_fence.hpp"

namespace rondo::sched {

using graph::Instance;
using graph::Node;
using graph::NodeIndex;
using graph::NodeState;
using graph::ReplayKind;
using task::Task;

void end_children(Worker& worker, Task& task, const Node& node) {
  auto& instance = reinterpret_cast<const Instance&>(*task.parent);  // its first member
  if (node.keeps_children) instance.await_descendants(worker, *task.domain);
  close_domain(worker, task);
}

void skip_unit(Worker& worker, const Node& head, Instance& instance) {
  for_each_member(*instance.graph, head, [&](const Node& node) { skip_node(worker, node, instance); });
}

void run_children(Worker& worker, const Node& head, Instance& instance) {
  for_each_member(*instance.graph, head, [&](const Node& node) {
    const NodeState& state = instance.state_of(node);
    if (state.is_empty) return;
    Task& task = *instance.pattern.tasks[instance.index_of(state)];
    run_body<ReplayKind::Pattern>(worker, task, node, instance);
    worker.slab.release(&task);
  });
}

void reach_join(NodeState& state, Instance& instance) {
  const NodeIndex index = instance.index_of(state);
  task::WorkerId master = instance.master;
  instance.n_joined.store_release(index + 1);  // [G3]
  os::light_fence();                           // [P1]
  if (master != task::kNoWorker) wake_worker(master);
}

void pass_join(const Node& node, Instance& instance) {
  if (node.shape().group != graph::kNoGroup) instance.group_of(node)->reductions->combine();
  NodeState& state = instance.state_of(node);
  if (instance.kind == ReplayKind::Pure && instance.index_of(state) + 1 == instance.graph->joins_end)
    reach_join(state, instance);
}

}  // namespace rondo::sched
