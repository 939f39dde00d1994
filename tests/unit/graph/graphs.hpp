// SPDX-License-Identifier: Apache-2.0
//
// What all tests of graphs share: owners of graphs and instances, and what a compiled graph orders.
#pragma once

#include <memory>

#include "depend/oracle.hpp"
#include "graph/record/recorder.hpp"
#include "graph/replay/instance.hpp"

namespace rondo::test {

inline constexpr Kind kIn = Kind::In;
inline constexpr Kind kOut = Kind::Out;

struct FreeGraph {
  void operator()(graph::Graph* graph) const { graph::free_graph(graph); }
};
using GraphPtr = std::unique_ptr<graph::Graph, FreeGraph>;
struct FreeInstance {
  void operator()(graph::Instance* instance) const { graph::free_instance(instance); }
};
using InstancePtr = std::unique_ptr<graph::Instance, FreeInstance>;

// In a graph the members of a mutexinoutset take turns in creation order.
inline Dependences without_exclusion(Dependences dependences) {
  for (auto& dependence : dependences) {
    if (dependence.kind == Kind::MutexInOutSet) dependence.kind = Kind::Out;
  }
  return dependences;
}

// before[i][j]: node j has to be over before node i begins. For graphs whose nodes are all units.
inline Relation closure_of(const graph::Graph& graph) {
  Relation before(graph.n_nodes);
  for (graph::NodeIndex node = 0; node < graph.n_nodes; node++) {
    for (uint32_t i = graph.nodes[node].first_successor; i < graph.nodes[node + 1].first_successor; i++) {
      before[graph.successors[i] & ~graph::kOnlyPredecessor].set(node);
    }
  }
  close_transitively(before);
  return before;
}

}  // namespace rondo::test
