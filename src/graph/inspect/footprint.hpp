// SPDX-License-Identifier: Apache-2.0
//
// What a graph costs in memory, for reports.
#pragma once

#include "graph/model/graph.hpp"

namespace rondo::graph {

// Bytes by their purpose.
struct Footprint {
  uint64_t nodes;
  uint64_t edges;
  uint64_t data;         // captured, of the graph itself
  uint64_t instance;     // of each instance, without blocks
  uint64_t descriptors;  // and of each re-capture instance: tasks,
  uint64_t blocks;       // and captured data
};
Footprint footprint(const Graph& graph);

// Memory of a graph and of one instance of it, beyond captured data.
size_t overhead_bytes(const Graph& graph);

}  // namespace rondo::graph
