// SPDX-License-Identifier: Apache-2.0
//
// From the recorded list to the compiled graph, in four passes (passes.hpp).
#include <new>

#include "graph/passes.hpp"
#include "graph/placement.hpp"

namespace rondo::graph {

Graph* compile(Recorder& recorder) {
  HeapMemory memory;
  auto* graph = new (memory.allocate(sizeof(Graph))) Graph;
  graph->n_nodes = static_cast<NodeIndex>(recorder.nodes.size());
  Predecessors all;
  resolve(recorder, all);
  Predecessors kept;
  reduce(all, graph->n_nodes, kept);
  graph->n_edges_unreduced = static_cast<uint32_t>(all.list.size());
  graph->n_edges = static_cast<uint32_t>(kept.list.size());
  graph->nodes = static_cast<Node*>(memory.allocate((graph->n_nodes + size_t{1}) * sizeof(Node)));
  lay_out_blocks(*graph, recorder);
  lay_out_edges(*graph, kept);
  graph->n_units = graph->n_nodes;
  Placement placement(kept, graph->n_nodes);
  graph->depth = placement.depth();
  for (NodeIndex node = 0; node < graph->n_nodes; node++) {
    graph->nodes[node].place = placement.place(placement.usual(), node, 1);
  }
  graph->first_predecessor = kept.first.release();
  graph->predecessors = kept.list.release();
  return graph;
}

void measure_ticks(Graph& graph) {
  if (graph.ticks != nullptr) return;
  using Ticks = base::Atomic<uint32_t>;
  graph.ticks = static_cast<Ticks*>(HeapMemory().allocate((graph.n_nodes + size_t{1}) * sizeof(Ticks)));
  for (NodeIndex node = 0; node < graph.n_nodes; node++) new (&graph.ticks[node]) Ticks(kNotMeasured);
}

void free_graph(Graph* graph) {
  if (graph == nullptr) return;
  std::free(graph->ticks);
  std::free(graph->times);
  std::free(graph->nodes);
  std::free(graph->successors);
  std::free(graph->roots);
  std::free(graph->first_predecessor);
  std::free(graph->predecessors);
  std::free(graph->pristine);
  std::free(graph);
}

}  // namespace rondo::graph
