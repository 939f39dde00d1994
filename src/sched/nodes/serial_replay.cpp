// SPDX-License-Identifier: Apache-2.0
#include "sched/nodes/serial_replay.hpp"

#include "graph/replay/cycle.hpp"
#include "sched/nodes/node_body.hpp"

namespace rondo::sched {

using graph::Graph;
using graph::Instance;
using graph::Node;
using graph::NodeIndex;
using graph::NodeKind;
using graph::ReplayKind;
using task::Task;

void run_sinks(Worker& worker, Instance& instance, std::span<const NodeIndex> roots) {
  report_others(worker, instance);
  Copies<ReplayKind::Pure> copies(instance);
  for (NodeIndex root : roots) {
    const Node& node = instance.graph->nodes[root];
    node.kind == NodeKind::Task ? copies.run(worker, node)
                                : run_work_of<ReplayKind::Pure>(worker, instance.states[root], node, instance);
  }
  count_done(worker, instance.domain.join_counter, static_cast<uint32_t>(roots.size()));
}

namespace {
// While it lives, the current task runs nodes in creation order: taskloops among them run their tasks in place.
class InOrder {
 public:
  InOrder(Worker& worker, const Instance& instance) : current_(*worker.current) {
    if (instance.observed != nullptr) instance.observed->runs_units = false;
    current_.flags |= task::kInOrder;
  }
  ~InOrder() { current_.flags &= ~uint32_t{task::kInOrder}; }
  InOrder(const InOrder&) = delete;
  InOrder& operator=(const InOrder&) = delete;

 private:
  Task& current_;
};
}  // namespace

void run_in_order(Worker& worker, Instance& instance) {
  const Graph& graph = *instance.graph;
  const InOrder in_order(worker, instance);
  report_others(worker, instance);
  Copies<ReplayKind::Pure> copies(instance);
  for (NodeIndex index = 0; index < graph.n_nodes; index++) {
    const Node& node = graph.nodes[index];
    node.kind == NodeKind::Task ? copies.run_one(worker, node)
                                : run_work_of<ReplayKind::Pure>(worker, instance.states[index], node, instance);
  }
  count_done(worker, instance.domain.join_counter, graph.n_sinks);
}

bool run_round_in_order(Worker& worker, Instance& instance, NodeIndex begin, NodeIndex end) {
  const Graph& graph = *instance.graph;
  const InOrder in_order(worker, instance);
  report_others(worker, instance);
  Copies<ReplayKind::Loop> copies(instance);
  for (NodeIndex index = begin; index < end; index++) {
    const Node& node = graph.nodes[index];
    if (is_cancelled<ReplayKind::Loop>(instance)) [[unlikely]]
      return false;
    node.kind == NodeKind::Task ? copies.run_one(worker, node)
                                : run_work_of<ReplayKind::Loop>(worker, instance.states[index], node, instance);
  }
  graph::pass_round(instance, begin, end);
  return true;
}

}  // namespace rondo::sched
