// SPDX-License-Identifier: Apache-2.0
//
// The second pass: fewer edges, the same order.
#include <algorithm>

#include "graph/compile/passes.hpp"

namespace rondo::graph {

namespace {
constexpr uint32_t kBudget = 256;  // steps a node; docs/tuning.md
}

TransitiveReduction::TransitiveReduction(size_t n_nodes, Predecessors& kept) : kept_(kept) {
  mark_.resize(n_nodes, 0);
  kept_.first.reserve(n_nodes + 1);
  kept_.first.push_back(0);
}

void TransitiveReduction::close_node() {
  const uint32_t* first = kept_.first.data();
  NodeIndex* list = kept_.list.data();
  const uint32_t begin = first[node_];
  const auto end = static_cast<uint32_t>(kept_.list.size());
  n_distinct_ += end - begin;
  uint32_t* mark = mark_.data();
  const uint32_t is_marked = node_ + 1;
  uint32_t budget = end - begin > 1 ? kBudget : 0;
  for (uint32_t i = begin; i != end && budget != 0; i++) {
    const NodeIndex* q = list + first[list[i]];
    const uint32_t n = std::min(first[list[i] + 1] - first[list[i]], budget);
    budget -= n;
    for (uint32_t k = 0; k < n; k++) {
      if (mark[q[k]] == is_marked) mark[q[k]] = 0;
    }
  }
  uint32_t n_kept = begin;
  for (uint32_t i = begin; i != end; i++) {
    if (mark[list[i]] == is_marked) list[n_kept++] = list[i];
  }
  kept_.list.shrink(n_kept);
  kept_.first.push_back(n_kept);
  node_++;
}

}  // namespace rondo::graph
