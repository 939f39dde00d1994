// SPDX-License-Identifier: Apache-2.0
//
// Work that is queued by the range: how many pieces its holder runs between two looks at the queue. As many as
// take about as long as the inter-core latency, because what is shorter is not worth sharing; few at first, because
// bodies may be long. Roots of a replay and tasks of a taskloop are run in such batches.
#pragma once

#include "graph/makespan.hpp"
#include "os/clock.hpp"

namespace rondo::graph {

struct BatchSize {
  uint32_t n_pieces = 1;
  uint64_t looked_at = 0;  // os::ticks()

  // At each look: twice as many as long as the last ones took less. docs/tuning.md: batch size.
  void adapt() {
    constexpr uint32_t kMost = 64;
    uint64_t now = os::ticks();
    uint64_t budget = measured_costs().receive;
    uint64_t took = now - looked_at;
    if (took < budget && n_pieces < kMost) n_pieces *= 2;
    if (took > 4 * budget && n_pieces > 1) n_pieces /= 2;
    looked_at = now;
  }
};

}  // namespace rondo::graph
