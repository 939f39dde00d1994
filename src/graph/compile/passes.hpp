// SPDX-License-Identifier: Apache-2.0
//
// The passes of compile.cpp, each in a file of its own and linear in nodes and edges. The first two, which go through
// the nodes together, hand on the predecessors of each, the others write the graph.
#pragma once

#include "base/pod_vector.hpp"
#include "graph/model/graph.hpp"
#include "graph/model/heap_memory.hpp"
#include "graph/record/recorder.hpp"

namespace rondo::graph {

// Predecessors of each node, in one array: the lists of node n are [first[n], first[n + 1]).
struct Predecessors {
  base::PodVector<uint32_t> first;
  base::PodVector<NodeIndex> list;

  NodeIndex* begin(NodeIndex node) { return list.data() + first[node]; }
  NodeIndex* end(NodeIndex node) { return list.data() + first[node + 1]; }
};

// Pass 2 (transitive_reduction.cpp): an edge is dropped if it is there twice or if another predecessor already waits
// for its origin. Only paths of two edges are looked for: that removes the redundant edges that the depend rules
// produce, at a bounded cost.
class TransitiveReduction {
 public:
  // `kept` gets the edges that stay.
  TransitiveReduction(size_t n_nodes, Predecessors& kept);

  // A predecessor of the node at hand, the first one to begin with; the same one may come again.
  void add(NodeIndex predecessor) {
    n_unreduced_++;
    if (mark_[predecessor] == node_ + 1) return;
    mark_[predecessor] = node_ + 1;
    kept_.list.push_back(predecessor);
  }
  // These were all. On to the next node.
  void close_node();

  // Looked at after each node: going on would take all memory, or far too long.
  bool is_too_dense() const {
    constexpr uint64_t kLookedAt = 16;  // edges of which one stays
    return graph::is_too_dense(kept_.list.size(), mark_.size()) ||
           graph::is_too_dense(n_unreduced_ / kLookedAt, mark_.size());
  }

  uint32_t n_unreduced() const { return static_cast<uint32_t>(n_unreduced_); }
  uint32_t n_distinct() const { return n_distinct_; }  // without duplicates

 private:
  Predecessors& kept_;
  NodeIndex node_ = 0;
  uint64_t n_unreduced_ = 0;
  uint32_t n_distinct_ = 0;
  base::PodVector<NodeIndex> mark_;  // mark_[p] == n + 1: p is a predecessor of n, and stays
};

// Pass 1 (resolve.cpp): which node comes before which, by the rules of depend/access.hpp, if what was recorded
// happens `n_rounds` times, one after the other: that is n_rounds * notes.size() nodes. False: there are too many
// edges.
[[nodiscard]] bool resolve(const Notes& notes, uint32_t n_rounds, TransitiveReduction& reduction);

// How many edges there were before the second pass.
struct EdgesDropped {
  uint32_t n_unreduced, n_distinct;
};

// The passes after the second one, on the edges that it has kept.
Graph* compile(Recorder& recorder, Predecessors& kept, const EdgesDropped& before);

// Pass 3 (layout.cpp): nodes, their shapes and blocks, in creation order; successors in CSR form. False: they are too
// large for a graph. `predecessors`: in the same round.
[[nodiscard]] bool lay_out_blocks(Graph& graph, Recorder& recorder, const Predecessors& predecessors);
void lay_out_edges(Graph& graph, Predecessors& predecessors);

// The same for cyclic graphs (cycle_layout.cpp). The edges of a round in the middle of the loop: those that two
// rounds have into the second. Predecessors below n_nodes belong to the round before. A node without any follows
// itself, since it has one state. The lay-out is of units: lists belong to their heads and name heads.
void take_second_round(Predecessors& two_rounds, NodeIndex n_nodes, Predecessors& round);
void lay_out_cycle(Graph& graph, Predecessors& round);

// Pass 4, where each node is to run, is in placement.hpp.

}  // namespace rondo::graph
