// SPDX-License-Identifier: Apache-2.0
#include "graph/backward.hpp"

namespace rondo::graph {

Backward::Backward(const Graph& cyclic) {
  const uint32_t n_edges = cyclic.nodes[cyclic.n_nodes].first_successor;
  for (NodeIndex node = 0; node <= cyclic.n_nodes; node++) first_.push_back(0);
  for (uint32_t i = 0; i < n_edges; i++) {
    list_.push_back(0);
    first_[(cyclic.successors[i] & kIndexMask) + 1]++;
  }
  base::PodVector<uint32_t> next;
  for (NodeIndex node = 0; node < cyclic.n_nodes; node++) {
    first_[node + 1] += first_[node];
    next.push_back(first_[node]);
  }
  for (NodeIndex node = 0; node < cyclic.n_nodes; node++) {
    for (uint32_t i = cyclic.nodes[node].first_successor; i < cyclic.nodes[node + 1].first_successor; i++) {
      const NodeIndex id = cyclic.successors[i];
      list_[next[id & kIndexMask]++] = node | (id & kNextRound);
    }
  }
}

}  // namespace rondo::graph
