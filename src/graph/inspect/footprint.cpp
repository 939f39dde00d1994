// SPDX-License-Identifier: Apache-2.0
#include "graph/inspect/footprint.hpp"

#include "base/bits.hpp"
#include "graph/model/node_task.hpp"
#include "graph/pattern/renaming.hpp"
#include "graph/record/notes.hpp"
#include "graph/replay/cycle.hpp"

namespace rondo::graph {

namespace {
// An instance's sets of addresses are left out.
void add_pattern(const Pattern& pattern, uint64_t n_nodes, Footprint& result) {
  const PatternCounts& counts = pattern.counts;
  result.nodes += sizeof(Pattern) + (counts.n_acts + uint64_t{1}) * sizeof(*pattern.words) + pattern.stream_bytes;
  result.edges += counts.n_dependences * sizeof(*pattern.words);
  result.instance += sizeof(Renaming) + (n_nodes + 1) * sizeof(task::Task*);
  result.instance += (uint64_t{counts.n_stations} + counts.n_read_only) * sizeof(uintptr_t);
  result.descriptors = 0;  // its tasks are ordinary ones with blocks of their own
  result.blocks = 0;
}
}  // namespace

Footprint footprint(const Graph& graph) {
  uint64_t n_nodes = graph.n_nodes;
  Footprint result = {};
  result.nodes = sizeof(Graph) + graph.table_bytes + graph.n_roots * sizeof(NodeIndex);
  result.edges = graph.n_unit_edges * sizeof(NodeIndex);
  if (graph.first_predecessor != nullptr) {
    result.nodes += (n_nodes + 1) * (sizeof(NodeIndex) + sizeof(*graph.first_predecessor));
    result.edges += graph.n_edges * sizeof(NodeIndex);
  }
  result.instance = sizeof(Instance) + (n_nodes + 1) * sizeof(NodeState);
  if (graph.cyclic != nullptr) {
    result.nodes += sizeof(CyclicGraph) + graph.cyclic->n_unrolled * sizeof(UnrolledIteration);
    result.nodes += (n_nodes + 1) * sizeof(*CyclicGraph::n_crossing);
    result.instance += sizeof(Cycle) + (n_nodes + 1) * sizeof(*Cycle::rounds);
  }
  for (NodeIndex node = 0; node < graph.n_nodes; node++) {
    if (graph.nodes[node].kind != NodeKind::Task) continue;
    const task::TaskSpec& spec = graph.nodes[node].shape().spec;
    result.descriptors += bytes_before_block(graph, spec);
    if (graph.pristine != nullptr) result.data += base::round_up(spec.block_bytes, kPristineAlignment);
  }
  result.blocks = graph.payload_bytes - result.descriptors;
  if (graph.pattern != nullptr) add_pattern(*graph.pattern, n_nodes, result);
  return result;
}

size_t overhead_bytes(const Graph& graph) {
  const bool has_predecessors = graph.first_predecessor != nullptr;
  size_t a_node = sizeof(Node) + sizeof(NodeState) + sizeof(*graph.times);
  if (has_predecessors) a_node += sizeof(*graph.first_predecessor) + sizeof(*graph.links);
  const size_t n_predecessors = has_predecessors ? graph.n_edges : 0;
  return sizeof(Graph) + sizeof(Instance) + graph.n_nodes * a_node +
         (n_predecessors + graph.n_unit_edges + graph.n_roots) * sizeof(NodeIndex);
}

}  // namespace rondo::graph
