// SPDX-License-Identifier: Apache-2.0
#include "graph/tune/locality_policy.hpp"

#include "config/mechanism.hpp"
#include "graph/tune/costs.hpp"

namespace rondo::graph {

uint64_t mean_time(const Graph& graph) {
  uint64_t sum = 0;
  for (NodeIndex node = 0; node < graph.n_nodes; node++) sum += graph.time_of(node);
  return graph.n_nodes == 0 ? 0 : sum / graph.n_nodes;
}

// One slow replay may have been interrupted; three in a row were not. Half of the time that they take is the least
// that the bodies can take.
void LocalityPolicy::observe(uint64_t ticks, const Graph& graph) {
  constexpr uint32_t kSlowReplays = 3;  // docs/tuning.md
  if (graph.n_nodes == 0 || body_ == kUnknown) return;
  uint64_t half = ticks / graph.n_nodes / 2;
  n_slow_ = half > body_ ? n_slow_ + 1 : 0;
  if (n_slow_ < kSlowReplays) return;
  body_ = half;
  n_slow_ = 0;
}

// Time per node: `here`, all nodes one after the other; on their slots, the nodes of each slot one after the other,
// and each is fetched from the core that has captured it. The worker that captures has to send each root, which must
// not take longer than to run it.
bool LocalityPolicy::is_worthwhile(uint32_t n_slots) const {
  if (!config::uses(config::Mechanism::Locality)) return true;
  if (n_slots == 1) return false;
  if (body_ == kUnknown) return true;
  const Costs costs = measured_costs();
  uint64_t here = body_ + costs.member + costs.member + costs.unit;  // with the capture
  return here > costs.send && body_ + costs.receive < n_slots * here;
}

uint32_t LocalityPolicy::batch_length(const Graph& graph) const {
  constexpr uint64_t kLongestBatch = 16;  // docs/tuning.md
  if (body_ == kUnknown || graph.n_units == 0 || !config::uses(config::Mechanism::Batches)) return 1;
  uint64_t unit = body_ * graph.n_nodes / graph.n_units;
  uint64_t n = measured_costs().receive / (unit + 1);
  return n < 1 ? 1 : static_cast<uint32_t>(n < kLongestBatch ? n : kLongestBatch);
}

}  // namespace rondo::graph
