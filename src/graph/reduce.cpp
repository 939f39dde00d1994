// SPDX-License-Identifier: Apache-2.0
//
// The second pass: fewer edges, the same order.
#include "graph/passes.hpp"

namespace rondo::graph {

// An edge is dropped if it is there twice or if another predecessor already waits for its origin. Only paths
// of two edges are looked for: that removes what the depend rules produce, for a bounded price.
void reduce(Predecessors& all, NodeIndex n_nodes, Predecessors& kept) {
  constexpr uint32_t kBudget = 256;  // steps a node; docs/tuning.md
  base::PodVector<NodeIndex> mark;         // mark[p] == n + 1: p is a predecessor of n that stays
  mark.resize(n_nodes, 0);
  kept.first.reserve(n_nodes + size_t{1});
  kept.list.reserve(all.list.size());
  kept.first.push_back(0);
  for (NodeIndex node = 0; node < n_nodes; node++) {
    NodeIndex* begin = all.begin(node);
    NodeIndex* end = begin;  // of the list without duplicates
    for (NodeIndex* p = begin; p != all.end(node); p++) {
      if (mark[*p] == node + 1) continue;
      mark[*p] = node + 1;
      *end++ = *p;
    }
    uint32_t steps = 0;
    for (NodeIndex* p = begin; p != end && steps < kBudget; p++) {
      for (NodeIndex* q = kept.begin(*p); q != kept.end(*p) && steps < kBudget; q++, steps++) {
        if (mark[*q] == node + 1) mark[*q] = 0;
      }
    }
    for (NodeIndex* p = begin; p != end; p++) {
      if (mark[*p] == node + 1) kept.list.push_back(*p);
    }
    kept.first.push_back(static_cast<uint32_t>(kept.list.size()));
  }
}

}  // namespace rondo::graph
