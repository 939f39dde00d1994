// SPDX-License-Identifier: Apache-2.0
#include "region/taskgraph/counts.hpp"

#include "graph/inspect/footprint.hpp"
#include "graph/tune/tune.hpp"
#include "region/process.hpp"

namespace rondo::region {

void count_tuned(const graph::Graph& graph) {
  TaskgraphCounts& counts = process.taskgraph;
  counts.tuned.add_relaxed(1);
  counts.tuned_nodes.add_relaxed(graph.n_nodes);
  counts.units.add_relaxed(graph.n_units);
  counts.unit_edges.add_relaxed(graph.n_unit_edges);
  counts.overhead_bytes.add_relaxed(graph::overhead_bytes(graph));
}

TaskgraphStats taskgraph_stats() {
  const TaskgraphCounts& counts = process.taskgraph;
  return {counts.records.load_relaxed(), counts.pure_replays.load_relaxed(),   counts.recaptures.load_relaxed(),
          counts.plain.load_relaxed(),   counts.mismatches.load_relaxed(),     counts.nodes.load_relaxed(),
          counts.edges.load_relaxed(),   counts.edges_unreduced.load_relaxed()};
}

CoarseningStats coarsening_stats() {
  const TaskgraphCounts& counts = process.taskgraph;
  return {counts.tuned.load_relaxed(), counts.tuned_nodes.load_relaxed(), counts.units.load_relaxed(),
          counts.unit_edges.load_relaxed(), counts.overhead_bytes.load_relaxed()};
}

}  // namespace rondo::region
