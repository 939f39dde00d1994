// SPDX-License-Identifier: Apache-2.0
//
// In four passes (passes.hpp).
#include "graph/compile/compile.hpp"

#include <new>

#include "config/mechanism.hpp"
#include "graph/compile/passes.hpp"
#include "graph/compile/placement.hpp"

namespace rondo::graph {

namespace {
Graph* make_graph(size_t n_nodes, const EdgesDropped& before, const Predecessors& kept) {
  auto* graph = new (HeapMemory().allocate(sizeof(Graph))) Graph;
  graph->n_nodes = static_cast<NodeIndex>(n_nodes);
  graph->n_edges_unreduced = before.n_unreduced;
  graph->n_edges_distinct = before.n_distinct;
  graph->n_edges = static_cast<uint32_t>(kept.list.size());
  return graph;
}

// Nothing is known about times yet.
void deal_usual_places(Graph& graph, Predecessors& predecessors) {
  Placement placement(predecessors, graph.n_nodes);
  graph.depth = placement.depth();
  const Deal deal = placement.usual(config::uses(config::Mechanism::Rows));
  graph.is_placed = placement.is_regular(deal);
  for (NodeIndex node = 0; node < graph.n_nodes; node++) {
    graph.nodes[node].home = placement.home(deal, node, 1);
  }
}

bool has_exclusions(const Notes& notes) {
  for (const RecordedNode& node : notes) {
    for (uint32_t i = 0; i < node.dependences.size(); i++) {
      if (node.dependences[i].kind == depend::Kind::MutexInOutSet) return true;
    }
  }
  return false;
}
}  // namespace

Graph* compile(Recorder& recorder) {
  size_t n_nodes = recorder.notes.size();
  Predecessors kept;
  TransitiveReduction reduction(n_nodes, kept);
  if (!resolve(recorder.notes, 1, reduction)) return nullptr;
  return compile(recorder, kept, {reduction.n_unreduced(), reduction.n_distinct()});
}

Graph* compile(Recorder& recorder, Predecessors& kept, const EdgesDropped& before) {
  Graph* graph = make_graph(recorder.notes.size(), before, kept);
  if (!lay_out_blocks(*graph, recorder, kept)) {
    free_graph(graph);
    return nullptr;
  }
  lay_out_edges(*graph, kept);
  graph->n_units = graph->n_nodes;
  deal_usual_places(*graph, kept);
  return graph;
}

Graph* compile_cycle(Recorder& recorder, Gate gate) {
  auto n_nodes = static_cast<NodeIndex>(recorder.notes.size());
  Predecessors kept;
  TransitiveReduction reduction(2 * size_t{n_nodes}, kept);
  if (!resolve(recorder.notes, 2, reduction)) return nullptr;
  Predecessors round;
  take_second_round(kept, n_nodes, round);
  Graph* graph = make_graph(n_nodes, {reduction.n_unreduced(), reduction.n_distinct()}, round);
  if (!lay_out_blocks(*graph, recorder, kept)) {
    free_graph(graph);
    return nullptr;
  }
  // The last unrolled iteration may be without nodes.
  graph->cyclic = make_cyclic(gate, has_exclusions(recorder.notes), recorder.copy + 1u);
  lay_out_cycle(*graph, round);
  graph->n_units = graph->n_nodes;
  deal_usual_places(*graph, kept);
  return graph;
}

}  // namespace rondo::graph
