// SPDX-License-Identifier: Apache-2.0
//
// Whether nodes whose data is captured anew are spread over the team, or run at once by the worker that captures
// them, while the data is in its cache. Bodies that take less than the inter-core latency are not worth spreading.
// This is known when bodies have been timed; if the times were misleading, the time of whole replays shows it, and
// nodes are spread from then on.
#pragma once

#include <cstdint>

#include "graph/model/graph.hpp"

namespace rondo::graph {

class LocalityPolicy {
 public:
  // All nodes have been timed: their mean, in ticks.
  void learn(uint64_t mean) { body_ = mean; }
  bool is_known() const { return body_ != kUnknown; }
  uint64_t mean() const { return body_; }
  // A replay that was not spread has taken this long.
  void observe(uint64_t ticks, const Graph& graph);

  bool is_worthwhile(uint32_t n_slots) const;
  // How many of the graph's units take, on average, as long as it is worth sharing: 1 if that is not known.
  uint32_t batch_length(const Graph& graph) const;

 private:
  static constexpr uint64_t kUnknown = ~uint64_t{0};
  uint64_t body_ = kUnknown;  // ticks, on average
  uint32_t n_slow_ = 0;       // replays in a row that have taken longer than such bodies do
};

// The average over its nodes' bodies, in ticks; looks at each of them.
uint64_t mean_time(const Graph& graph);

}  // namespace rondo::graph
