// SPDX-License-Identifier: Apache-2.0
//
// How long the bodies of a graph's nodes take, in ticks, and how many nodes are therefore queued as one.
#pragma once

#include <cstdint>

#include "graph/model/graph.hpp"

namespace rondo::graph {

class BodyTime {
 public:
  // All nodes have been timed: their mean.
  void learn(uint64_t mean) { mean_ = mean; }
  bool is_known() const { return mean_ != kUnknown; }
  uint64_t mean() const { return mean_; }
  // How many of the graph's units take, on average, as long as it is worth sharing: 1 if that is not known.
  uint32_t batch_length(const Graph& graph) const;

 private:
  static constexpr uint64_t kUnknown = ~uint64_t{0};
  uint64_t mean_ = kUnknown;
};

// The average over its nodes' bodies, in ticks; looks at each of them.
uint64_t mean_time(const Graph& graph);

}  // namespace rondo::graph
