// SPDX-License-Identifier: Apache-2.0
//
// Work that is queued by the stretch: how many pieces its holder runs between two looks at the queue. As many as
// take about as long as the way to another core, because what is shorter is not worth sharing; few at first, because
// bodies may be long. Roots of a replay and tasks of a taskloop are run at such a pace.
#pragma once

#include "graph/makespan.hpp"
#include "os/clock.hpp"

namespace rondo::graph {

struct Pace {
  uint32_t n_at_once = 1;
  uint64_t looked_at = 0;  // os::ticks()

  // At each look: twice as many as long as the last ones took less. docs/tuning.md: roots at once.
  void adapt() {
    constexpr uint32_t kMost = 64;
    uint64_t now = os::ticks();
    uint64_t budget = measured_costs().receive;
    uint64_t took = now - looked_at;
    if (took < budget && n_at_once < kMost) n_at_once *= 2;
    if (took > 4 * budget && n_at_once > 1) n_at_once /= 2;
    looked_at = now;
  }
};

}  // namespace rondo::graph
