// SPDX-License-Identifier: Apache-2.0
#include "graph/model/graph.hpp"

#include <cstdlib>
#include <new>

#include "graph/model/heap_memory.hpp"
#include "graph/model/pattern.hpp"

namespace rondo::graph {

CyclicGraph* make_cyclic(Gate gate, bool has_exclusions, uint32_t n_unrolled) {
  void* memory = HeapMemory().allocate(sizeof(CyclicGraph));
  return new (memory) CyclicGraph{.gate = gate, .has_exclusions = has_exclusions, .n_unrolled = n_unrolled};
}

void free_cyclic(CyclicGraph* cyclic) {
  if (cyclic == nullptr) return;
  std::free(cyclic->unrolled);
  std::free(cyclic->n_crossing);
  std::free(cyclic);
}

void measure_ticks(Graph& graph) {
  if (graph.ticks != nullptr) return;
  using Ticks = base::Atomic<uint32_t>;
  graph.ticks = static_cast<Ticks*>(HeapMemory().allocate((graph.n_nodes + size_t{1}) * sizeof(Ticks)));
  for (NodeIndex node = 0; node < graph.n_nodes; node++) new (&graph.ticks[node]) Ticks(kNotMeasured);
}

void free_graph(Graph* graph) {
  if (graph == nullptr) return;
  free_pattern(graph->pattern);
  free_groups(graph->groups);
  std::free(graph->ticks);
  std::free(graph->times);
  std::free(graph->shapes);  // and the nodes
  if (!graph->borrows_successors) std::free(graph->successors);
  std::free(graph->roots);
  std::free(graph->links);
  std::free(graph->first_predecessor);
  std::free(graph->predecessors);
  std::free(graph->pristine);
  std::free(graph->saved);
  free_cyclic(graph->cyclic);
  std::free(graph);
}

}  // namespace rondo::graph
