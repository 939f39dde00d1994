// SPDX-License-Identifier: Apache-2.0
//
// Running ready nodes of a replay, in the usual way: a node is over when its body is.
#include "sched/nodes/run_node.hpp"

#include "sched/nodes/held_node.hpp"
#include "sched/nodes/node_body.hpp"
#include "sched/nodes/node_offer.hpp"
#include "sched/nodes/round_end.hpp"

namespace rondo::sched {

using graph::Graph;
using graph::Instance;
using graph::Node;
using graph::NodeIndex;
using graph::NodeState;
using graph::ReplayKind;

namespace {

// Runs a node of a cyclic graph, once.
template <ReplayKind kKind>
Work run_round(Worker& worker, NodeState& state) {
  base::CountFor counting(base::Construct::Node);
  Instance& instance = *state.instance;
  const Node& node = instance.node_of(state);
  report_others(worker, instance);
  graph::rearm(state, node, kKind);
  bool is_discarded = is_cancelled<kKind>(instance);
  is_discarded ? skip_unit(worker, node, instance) : run_work_of<kKind>(worker, state, node, instance);
  ImmediateNode<false> next(worker, state);
  end_round<kKind>(worker, node, instance, is_discarded, [&](NodeState* ready) { next(ready); });
  return keep_or_offer(worker, next.kept());
}

// The immediate successor's data is fetched while this node's body runs; if the control code has filled its block on
// another core, the fetch takes as long as a small body.
template <ReplayKind kKind>
void fetch_successor(const Node& node, const Instance& instance) {
  const Graph& graph = *instance.graph;
  if ((&node)[1].first_successor == node.first_successor) return;
  NodeIndex next = graph.successors[node.first_successor] & graph::kIndexMask;
  __builtin_prefetch(&instance.states[next], 1);
  const Node& successor = graph.nodes[next];
  if constexpr (kKind == ReplayKind::Recapture) __builtin_prefetch(instance.block_of(successor), 1);
  if constexpr (kKind == ReplayKind::Pure) __builtin_prefetch(graph.pristine_of(successor));
}

// A few immediate successors run in a row before a waiting worker looks at its latch again.
template <ReplayKind kKind>
Work run_once(Worker& worker, NodeState& first) {
  constexpr uint32_t kInARow = 16;  // docs/tuning.md
  Instance& instance = *first.instance;
  NodeState* state = &first;
  for (uint32_t n_left = kInARow;; n_left--) {
    const Node& node = instance.node_of(*state);
    base::CountFor counting(base::Construct::Node);
    report_others(worker, instance);
    graph::rearm(*state, node, kKind);
    fetch_successor<kKind>(node, instance);
    run_work_of<kKind>(worker, *state, node, instance);
    if (node.is_sink) {  // the replay counts it
      count_done(worker, instance.domain.join_counter);
      return Work();
    }
    ImmediateNode<true> next(worker, *state);
    graph::retire(instance, node, kKind, [&](NodeState* ready) { next(ready); });
    state = next.kept();
    if (state == nullptr || n_left == 1 || !process.takes_short_cuts.load_relaxed())
      return keep_or_offer(worker, state);
  }
}

RunNode usual_runner(ReplayKind kind) {
  switch (kind) {
    case ReplayKind::Pure:
      return run_once<ReplayKind::Pure>;
    case ReplayKind::Recapture:
      return run_once<ReplayKind::Recapture>;
    case ReplayKind::Pattern:
      return run_once<ReplayKind::Pattern>;
    case ReplayKind::Loop:
      return run_round<ReplayKind::Loop>;
    case ReplayKind::CapturedLoop:
      return run_round<ReplayKind::CapturedLoop>;
  }
  return nullptr;
}

}  // namespace

void set_runner(Instance& instance) {
  // Rounds have a runner that heeds priorities besides their usual one, which pays nothing for it.
  const bool is_by_priority = graph::is_loop(instance.kind) && settings.max_task_priority != 0;
  if (may_be_held(instance) || is_by_priority) return set_held_runner(instance);
  instance.run_node = usual_runner(instance.kind);
  instance.complete_node = nullptr;
}

Work run_batch(Worker& worker, NodeState& first) {
  NodeState* node = &first;
  while (NodeState* rest = node->next) {  // before the node runs: afterwards it may be linked into something else
    if (Work next = run_node(worker, *node)) {
      enqueue(*worker.slot, Work::batch(rest));
      announce_work(*worker.slot->arena, worker.slot->index);
      return next;
    }
    node = rest;
  }
  return run_node(worker, *node);
}

}  // namespace rondo::sched
