// SPDX-License-Identifier: Apache-2.0
//
// How long a replay would take: simulates, with measured times, how workers run units. With it tune() chooses among
// groupings and placements. Linear in units and edges, apart from a heap of slots.
#pragma once

#include "graph/tune/costs.hpp"
#include "graph/tune/units.hpp"

namespace rondo::graph {

inline constexpr uint64_t kForever = ~uint64_t{0};  // ticks

// How long a unit keeps its slot busy, without handing over.
inline uint64_t cost_of(const Units& units, UnitIndex unit, const Costs& costs) {
  return units.work[unit] + units.n_members[unit] * costs.member + costs.unit;
}

// A quick lower bound: how long the slot with the most work is busy.
uint64_t busiest_slot(Units& units, const base::PodVector<uint32_t>& slot_of, uint32_t n_slots, const Costs& costs);

// `slot_of`: of each unit, less than n_slots. There is no stealing. Of a cyclic graph: for going round `n_rounds`
// times. As soon as it is known that it takes no less than `to_beat` ticks, that is the answer, or more.
uint64_t makespan(const Units& units, const base::PodVector<uint32_t>& slot_of, uint32_t n_slots, const Costs& costs,
                  uint32_t n_rounds = 1, uint64_t to_beat = kForever);

// How ordinary tasks would share the slots: whoever is free takes the oldest unit that is ready, and a slot that
// makes units ready goes on with the first of them. Not of a cyclic graph.
uint64_t shared_makespan(const Units& units, uint32_t n_slots, const Costs& costs);

}  // namespace rondo::graph
