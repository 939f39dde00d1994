// SPDX-License-Identifier: Apache-2.0
#include "graph/tune/body_time.hpp"

#include "config/mechanism.hpp"
#include "graph/tune/costs.hpp"

namespace rondo::graph {

uint64_t mean_time(const Graph& graph) {
  uint64_t sum = 0;
  for (NodeIndex node = 0; node < graph.n_nodes; node++) sum += graph.time_of(node);
  return graph.n_nodes == 0 ? 0 : sum / graph.n_nodes;
}

uint32_t BodyTime::batch_length(const Graph& graph) const {
  constexpr uint64_t kLongestBatch = 16;  // docs/tuning.md
  if (mean_ == kUnknown || graph.n_units == 0 || !config::uses(config::Mechanism::Batches)) return 1;
  uint64_t unit = mean_ * graph.n_nodes / graph.n_units;
  uint64_t n = measured_costs().receive / (unit + 1);
  return n < 1 ? 1 : static_cast<uint32_t>(n < kLongestBatch ? n : kLongestBatch);
}

}  // namespace rondo::graph
