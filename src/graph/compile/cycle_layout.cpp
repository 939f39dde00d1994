// SPDX-License-Identifier: Apache-2.0
//
// The passes that only a cyclic graph has: the edges of a round, and their layout.
#include <cstdlib>
#include <new>

#include "graph/compile/passes.hpp"

namespace rondo::graph {

void take_second_round(Predecessors& two_rounds, NodeIndex n_nodes, Predecessors& round) {
  round.first.push_back(0);
  for (NodeIndex node = n_nodes; node < 2 * n_nodes; node++) {
    for (NodeIndex* p = two_rounds.begin(node); p != two_rounds.end(node); p++) round.list.push_back(*p);
    if (two_rounds.begin(node) == two_rounds.end(node)) round.list.push_back(node - n_nodes);
    round.first.push_back(static_cast<uint32_t>(round.list.size()));
  }
}

namespace {

// Successors stand in the order of their execution: own iteration, later ones of the round, next round.
class CycleLayout {
 public:
  CycleLayout(Graph& graph, Predecessors& round) : graph_(graph), cyclic_(*graph.cyclic), round_(round) {}

  void run() {
    graph_.n_unit_edges = static_cast<uint32_t>(round_.list.size());
    size_t bytes = (graph_.n_unit_edges + size_t{1}) * sizeof(NodeIndex);
    graph_.successors = static_cast<NodeIndex*>(HeapMemory().allocate(bytes));
    find_copies();
    count();
    fill(false);
    fill(true);
    find_sinks();
  }

 private:
  bool is_crossing(NodeIndex predecessor) const { return predecessor < graph_.n_nodes; }
  Node& origin(NodeIndex predecessor) const { return graph_.nodes[predecessor % graph_.n_nodes]; }

  void find_copies() {
    NodeIndex node = 0;
    for (uint32_t copy = 0; copy < cyclic_.n_unrolled; copy++) {
      cyclic_.unrolled[copy] = {node, node, 0, 0, 0};
      while (node < graph_.n_nodes && graph_.nodes[node].shape().copy == copy) node++;
      cyclic_.unrolled[copy].end = node;
    }
  }

  void count() {
    for (NodeIndex node = 0; node <= graph_.n_nodes; node++) graph_.nodes[node].first_successor = 0;
    for (uint32_t copy = 0; copy < cyclic_.n_unrolled; copy++) {
      cyclic_.unrolled[copy].first_root = static_cast<uint32_t>(roots_.size());
      for (NodeIndex node = cyclic_.unrolled[copy].begin; node < cyclic_.unrolled[copy].end; node++) count(node);
      cyclic_.unrolled[copy].end_root = static_cast<uint32_t>(roots_.size());
    }
    for (NodeIndex node = 0; node < graph_.n_nodes; node++) {
      graph_.nodes[node + 1].first_successor += graph_.nodes[node].first_successor;
      next_.push_back(graph_.nodes[node].first_successor);
    }
    graph_.n_roots = static_cast<uint32_t>(roots_.size());
    graph_.roots = roots_.release_trimmed();
  }

  void count(NodeIndex index) {
    Node& node = graph_.nodes[index];
    node.n_predecessors = 0;
    cyclic_.n_crossing[index] = 0;
    bool is_root = graph_.is_head(index);
    for (NodeIndex* p = round_.begin(index); p != round_.end(index); p++) {
      node.n_predecessors++;
      if (is_crossing(*p)) cyclic_.n_crossing[index]++;
      if (!is_crossing(*p) && origin(*p).shape().copy == node.shape().copy) is_root = false;
      (&origin(*p) + 1)->first_successor++;
    }
    if (!is_root) return;
    roots_.push_back(index);
    if (cyclic_.gate == Gate::Launch) node.n_predecessors++;  // the launch is one more
  }

  void fill(bool crossing) {
    for (NodeIndex node = 0; node < graph_.n_nodes; node++) {
      NodeIndex id = node | (crossing ? kNextRound : 0);
      // Its counter has to be touched if it also counts recorded tasks, in the first round.
      bool has_more = cyclic_.n_crossing[node] == 0 && graph_.comes_behind_recorded(node);
      if (graph_.nodes[node].n_predecessors == 1 && !has_more) id |= kOnlyPredecessor;
      for (NodeIndex* p = round_.begin(node); p != round_.end(node); p++) {
        if (is_crossing(*p) == crossing) graph_.successors[next_[*p % graph_.n_nodes]++] = id;
      }
    }
  }

  void find_sinks() {
    for (NodeIndex index = 0; index < graph_.n_nodes; index++) {
      Node& node = graph_.nodes[index];
      node.is_sink = graph_.is_head(index);
      for (uint32_t i = node.first_successor; i < graph_.nodes[index + 1].first_successor; i++) {
        NodeIndex id = graph_.successors[i];
        if ((id & kNextRound) == 0 && graph_.nodes[id & kIndexMask].shape().copy == node.shape().copy)
          node.is_sink = false;
      }
      if (!node.is_sink) continue;
      graph_.n_sinks++;
      cyclic_.unrolled[node.shape().copy].n_sinks++;
    }
  }

  Graph& graph_;
  CyclicGraph& cyclic_;
  Predecessors& round_;
  base::PodVector<NodeIndex> roots_;
  base::PodVector<uint32_t> next_;
};

}  // namespace

void lay_out_cycle(Graph& graph, Predecessors& round) {
  CyclicGraph& cyclic = *graph.cyclic;
  HeapMemory memory;
  cyclic.unrolled = static_cast<UnrolledIteration*>(memory.allocate(cyclic.n_unrolled * sizeof(UnrolledIteration)));
  cyclic.n_crossing = static_cast<uint32_t*>(memory.allocate((graph.n_nodes + size_t{1}) * sizeof(uint32_t)));
  CycleLayout(graph, round).run();
}

}  // namespace rondo::graph
