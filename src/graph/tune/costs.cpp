// SPDX-License-Identifier: Apache-2.0
#include "graph/tune/costs.hpp"

#include "os/clock.hpp"

namespace rondo::graph {

Costs measured_costs() {
  constexpr uint64_t kMember_ns = 10;  // docs/tuning.md
  constexpr uint64_t kUnit_ns = 15;
  constexpr uint64_t kSend_ns = 100;
  constexpr uint64_t kReceive_ns = 200;
  constexpr uint64_t kLatency_ns = 200;
  auto in_ticks = [per_us = os::ticks_per_us()](uint64_t ns) { return ns * per_us / 1000; };
  return {in_ticks(kMember_ns), in_ticks(kUnit_ns), in_ticks(kSend_ns), in_ticks(kReceive_ns), in_ticks(kLatency_ns)};
}

}  // namespace rondo::graph
