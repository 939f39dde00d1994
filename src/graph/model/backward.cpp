// SPDX-License-Identifier: Apache-2.0
#include "graph/model/backward.hpp"

#include <cstring>

#include "graph/model/heap_memory.hpp"

namespace rondo::graph {

Backward::Backward(const Graph& graph) : first_(graph.first_predecessor), list_(graph.predecessors) {
  if (first_ == nullptr) list_all(graph);
}

void Backward::list_all(const Graph& graph) {
  const uint32_t n_edges = graph.nodes[graph.n_nodes].first_successor;
  own_first_.resize(graph.n_nodes + size_t{1}, 0);
  NodeIndex* list = own_list_.append(n_edges);
  for (uint32_t i = 0; i < n_edges; i++) own_first_[(graph.successors[i] & kIndexMask) + 1]++;
  base::PodVector<uint32_t> next;
  next.reserve(graph.n_nodes);
  for (NodeIndex node = 0; node < graph.n_nodes; node++) {
    own_first_[node + 1] += own_first_[node];
    next.push_back(own_first_[node]);
  }
  for (NodeIndex node = 0; node < graph.n_nodes; node++) {
    for (uint32_t i = graph.nodes[node].first_successor; i < graph.nodes[node + 1].first_successor; i++) {
      const NodeIndex id = graph.successors[i];
      list[next[id & kIndexMask]++] = node | (id & kNextRound);
    }
  }
  first_ = own_first_.data();
  list_ = list;
}

void Backward::copy_to(Graph& graph) const {
  const size_t first_bytes = (graph.n_nodes + size_t{1}) * sizeof(*first_);
  const size_t list_bytes = first_[graph.n_nodes] * sizeof(*list_);
  graph.first_predecessor = static_cast<uint32_t*>(HeapMemory().allocate(first_bytes));
  graph.predecessors = static_cast<NodeIndex*>(HeapMemory().allocate(list_bytes + 1));
  std::memcpy(graph.first_predecessor, first_, first_bytes);
  if (list_bytes != 0) std::memcpy(graph.predecessors, list_, list_bytes);
}

}  // namespace rondo::graph
