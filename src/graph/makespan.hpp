// SPDX-License-Identifier: Apache-2.0
//
// How long a replay would take: the way workers run units, played through with measured times. By it tune() chooses
// among groupings and placements. Linear in units and edges but for a heap of slots.
#pragma once

#include "graph/units.hpp"

namespace rondo::graph {

// In ticks. Chosen by measurement: docs/tuning.md.
struct Costs {
  uint64_t member;    // running a node besides its body
  uint64_t unit;      // counting down successors, finding the next unit
  uint64_t send;      // making a unit known to another slot
  uint64_t receive;   // taking it there, and fetching what the body reads from the other core, an edge
  uint64_t latency;   // until it can be seen there
};
Costs measured_costs();

// What a unit keeps its slot busy, handing over not counted.
inline uint64_t cost_of(const Units& units, UnitIndex unit, const Costs& costs) {
  return units.work[unit] + units.n_members[unit] * costs.member + costs.unit;
}

// A quick lower bound: what the slot with most to do is busy.
uint64_t busiest_slot(Units& units, const base::PodVector<uint32_t>& slot_of, uint32_t n_slots, const Costs& costs);

// `slot_of`: of each unit, less than n_slots. Nobody steals. Of a cyclic graph: for going round `n_rounds` times.
uint64_t makespan(const Units& units, const base::PodVector<uint32_t>& slot_of, uint32_t n_slots, const Costs& costs,
                  uint32_t n_rounds = 1);

}  // namespace rondo::graph
