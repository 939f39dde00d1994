// SPDX-License-Identifier: Apache-2.0
//
// What the task graph regions of the process have done, for the statistics of rondo.h. The code that does something
// counts it; the counts publish nothing.
#pragma once

#include "base/atomic.hpp"
#include "graph/graph.hpp"

namespace rondo::region {

struct TaskgraphCounts {
  using Count = base::Atomic<uint64_t>;
  Count records{0}, pure_replays{0}, recaptures{0}, plain{0}, mismatches{0}, nodes{0}, edges{0}, edges_unreduced{0};
  Count tuned{0}, tuned_nodes{0}, units{0}, unit_edges{0}, overhead_bytes{0};

  void add_edges(uint64_t n, uint64_t n_unreduced) {
    edges.add_relaxed(n);
    edges_unreduced.add_relaxed(n_unreduced);
  }
};
extern constinit TaskgraphCounts taskgraph_counts;

struct TaskgraphStats {
  uint64_t records, pure_replays, recaptures, plain, mismatches, nodes, edges, edges_unreduced;
};
TaskgraphStats taskgraph_stats();

// Graphs whose units and places were chosen by measured times; as rondo_coarsening_stats.
struct CoarseningStats {
  uint64_t graphs, nodes, units, unit_edges, overhead_bytes;
};
CoarseningStats coarsening_stats();
void count_tuned(const graph::Graph& graph);

}  // namespace rondo::region
