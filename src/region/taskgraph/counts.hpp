// SPDX-License-Identifier: Apache-2.0
//
// What the task graph regions of the process have done, as the statistics of rondo.h.
#pragma once

#include "graph/model/graph.hpp"
#include "region/process.hpp"

namespace rondo::region {

struct TaskgraphStats {
  uint64_t records, pure_replays, recaptures, plain, mismatches, nodes, edges, edges_unreduced;
};
TaskgraphStats taskgraph_stats();

// Graphs whose units and slots were chosen by measured times; as rondo_coarsening_stats.
struct CoarseningStats {
  uint64_t graphs, nodes, units, unit_edges, overhead_bytes;
};
CoarseningStats coarsening_stats();
void count_tuned(const graph::Graph& graph);

}  // namespace rondo::region
