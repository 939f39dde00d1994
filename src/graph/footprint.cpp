// SPDX-License-Identifier: Apache-2.0
#include "graph/footprint.hpp"

#include "base/bits.hpp"
#include "graph/cycle.hpp"
#include "graph/notes.hpp"
#include "graph/renaming.hpp"

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
    if ((spec.flags & task::kUntied) != 0) result.descriptors += sizeof(task::Task);
    if (graph.pristine != nullptr) result.data += base::round_up(spec.block_bytes, kPristineAlignment);
  }
  result.blocks = graph.payload_bytes - result.descriptors;
  if (graph.pattern != nullptr) add_pattern(*graph.pattern, n_nodes, result);
  return result;
}

}  // namespace rondo::graph
