// SPDX-License-Identifier: Apache-2.0
//
// The edges of a cyclic graph from their other ends: it is laid out by successors only, and a report says of each
// node what it waits for.
#pragma once

#include "base/pod_vector.hpp"
#include "graph/instance.hpp"

namespace rondo::graph {

class Backward {
 public:
  explicit Backward(const Graph& cyclic);

  // visit(predecessor, is_crossing) for each edge to the node, in creation order of the predecessors.
  template <class Visit>
  void for_each(NodeIndex node, Visit visit) const {
    for (uint32_t i = first_[node]; i < first_[node + 1]; i++) {
      visit(list_[i] & kIndexMask, (list_[i] & kNextRound) != 0);
    }
  }

 private:
  base::PodVector<uint32_t> first_;   // of each node, into list_
  base::PodVector<NodeIndex> list_;  // kNextRound: the predecessor's previous round is waited for
};

}  // namespace rondo::graph
