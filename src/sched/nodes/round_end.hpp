// SPDX-License-Identifier: Apache-2.0
//
// The end of a loop's node in one round of its cyclic graph.
#pragma once

#include "graph/replay/cycle.hpp"
#include "graph/replay/instance.hpp"
#include "os/asymmetric_fence.hpp"
#include "sched/run/execute.hpp"

namespace rondo::sched {

inline void wake_control_code(graph::NodeIndex index, const graph::Instance& instance) {
  os::light_fence();  // [P1]
  if (instance.cycle->awaited.load_relaxed() == index && instance.master != task::kNoWorker)
    wake_worker(instance.master);
}

// The control code may wait until the node has run this often, to fill its block anew or to evaluate the condition.
inline void announce_round(graph::NodeIndex index, graph::Instance& instance, uint64_t n_rounds) {
  graph::Cycle& cycle = *instance.cycle;
  cycle.rounds[index].store_release(n_rounds);  // [G4]
  if (cycle.gate != graph::Gate::None) wake_control_code(index, instance);
}

// Gate::None: the node runs no more.
inline void end_last_round(Worker& worker, graph::NodeIndex index, graph::Instance& instance) {
  const graph::Cycle& cycle = *instance.cycle;
  if (cycle.proxy_tasks != nullptr && cycle.proxy_tasks[index] != nullptr)
    release_hold(worker, *cycle.proxy_tasks[index]);
  wake_control_code(index, instance);
}

// The node is over in this round. The instance lives on until the node is counted, if it is, else until its last
// successor in the same iteration is.
template <graph::ReplayKind kKind, class Ready>
[[gnu::always_inline]] inline void end_round(Worker& worker, const graph::Node& node, graph::Instance& instance,
                                             bool is_discarded, Ready next) {
  graph::Cycle& cycle = *instance.cycle;
  const auto index = static_cast<graph::NodeIndex>(&node - instance.graph->nodes);
  uint64_t round = cycle.rounds[index].load_relaxed();  // [G4]
  bool is_free = cycle.gate == graph::Gate::None;
  bool is_dropped = is_discarded && is_free;
  bool is_last = is_free && (is_dropped || round + 1 == cycle.limit(node));
  bool is_counted = is_last || (!is_free && node.is_sink);
  announce_round(index, instance, is_dropped ? graph::Cycle::kDropped : round + 1);
  if (is_last) end_last_round(worker, index, instance);
  graph::retire_round(instance, node, round, kKind, [&](graph::NodeState* ready) {
    if (!is_dropped || !graph::is_dropped(*ready)) next(ready);
  });
  if (is_counted) count_done(worker, instance.domain.join_counter);
}

}  // namespace rondo::sched
