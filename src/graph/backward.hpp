// SPDX-License-Identifier: Apache-2.0
//
// The edges between the nodes of a graph from their other ends. A graph is laid out by successors only, which is what
// replays walk along; whoever tunes it, or reports on it, asks for predecessors, and lists them for that time. Only a
// graph whose units are groups of nodes keeps them: its successors are those of units.
#pragma once

#include "base/pod_vector.hpp"
#include "graph/graph.hpp"

namespace rondo::graph {

class Backward {
 public:
  // Valid as long as `graph` is.
  explicit Backward(const Graph& graph);

  // visit(predecessor, is_crossing) for each edge to the node, in creation order of the predecessors.
  template <class Visit>
  void for_each(NodeIndex node, Visit visit) const {
    for (uint32_t i = first_[node]; i < first_[node + 1]; i++) {
      visit(list_[i] & kIndexMask, (list_[i] & kNextRound) != 0);
    }
  }

  // `graph` has the same nodes; it keeps the lists.
  void copy_to(Graph& graph) const;

 private:
  void list_all(const Graph& graph);

  const uint32_t* first_;    // of each node, into list_
  const NodeIndex* list_;    // kNextRound: the predecessor's previous round is waited for
  base::PodVector<uint32_t> own_first_;
  base::PodVector<NodeIndex> own_list_;
};

}  // namespace rondo::graph
