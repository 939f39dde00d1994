// SPDX-License-Identifier: Apache-2.0
//
// What it costs to run a unit besides its bodies, and to hand it to another slot.
#pragma once

#include <cstdint>

namespace rondo::graph {

// In ticks. Chosen by measurement: docs/tuning.md.
struct Costs {
  uint64_t member;    // running a node besides its body
  uint64_t unit;      // counting down successors, finding the next unit
  uint64_t send;      // making a unit known to another slot
  uint64_t receive;   // taking it there, and for each edge fetching what the body reads from the other core
  uint64_t latency;   // until the other slot can see it
};
Costs measured_costs();

}  // namespace rondo::graph
