// SPDX-License-Identifier: Apache-2.0
//
// The passes of compile.cpp, each in a file of its own and linear in nodes and edges. The first two hand on the
// predecessors of each node, the others write the graph.
#pragma once

#include <cstdlib>

#include "base/message.hpp"
#include "base/pod_vector.hpp"
#include "graph/graph.hpp"
#include "graph/recorder.hpp"

namespace rondo::graph {

struct HeapMemory {
  void* allocate(size_t bytes) {
    void* memory = std::malloc(bytes);
    if (memory == nullptr) base::fatal("out of memory for a task graph (%zu bytes); set RONDO_GRAPH=0", bytes);
    return memory;
  }
  void release(void* memory) { std::free(memory); }
};

// Predecessors of each node, in one array: the lists of node n are [first[n], first[n + 1]).
struct Predecessors {
  base::PodVector<uint32_t> first;
  base::PodVector<NodeIndex> list;

  NodeIndex* begin(NodeIndex node) { return list.data() + first[node]; }
  NodeIndex* end(NodeIndex node) { return list.data() + first[node + 1]; }
};

// Pass 1 (resolve.cpp): who comes before whom, by the rules of depend/access.hpp, if what was recorded happens
// `n_rounds` times, one after the other: that is n_rounds * recorder.nodes.size() nodes.
void resolve(Recorder& recorder, uint32_t n_rounds, Predecessors& result);

// Pass 2 (reduce.cpp): edges that others imply are dropped. Returns the number of edges without duplicates.
uint32_t reduce(Predecessors& all, NodeIndex n_nodes, Predecessors& kept);

// Pass 3 (layout.cpp): successors in CSR form; blocks in node order.
void lay_out_edges(Graph& graph, Predecessors& predecessors);
void lay_out_blocks(Graph& graph, Recorder& recorder);

// The same for cyclic graphs (cycle_layout.cpp). The edges of a round in the middle of the loop: those that two
// rounds have into the second. Predecessors below n_nodes belong to the round before. A node without any follows
// itself, since it has one state. The lay-out is of units: lists belong to their heads and name heads.
void take_second_round(Predecessors& two_rounds, NodeIndex n_nodes, Predecessors& round);
void lay_out_cycle(Graph& graph, Predecessors& round, Gate gate);

// Pass 4, where each node is to run, is in placement.hpp.

}  // namespace rondo::graph
