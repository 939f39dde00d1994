// SPDX-License-Identifier: Apache-2.0
//
// The edges between the nodes of a graph, found from their other ends. A graph stores successors only, because
// replays need no more. Tuning and reports need predecessors, and list them for as long as they run. Only a graph
// whose units are groups of nodes keeps the lists: its successors are those of units.
#pragma once

#include "base/pod_vector.hpp"
#include "graph/model/graph.hpp"

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
