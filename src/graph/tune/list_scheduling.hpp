// SPDX-License-Identifier: Apache-2.0
//
// Slots by list scheduling: the unit with the longest way to the end goes first, to the slot where it would end
// earliest. For few, long units, with which regular ways to deal leave slots idle; its price grows with the team.
#pragma once

#include "graph/tune/makespan.hpp"

namespace rondo::graph {

// False, and nothing done, where that would take too long.
bool list_schedule(Units& units, uint32_t n_slots, const Costs& costs, base::PodVector<uint32_t>& slot_of);

}  // namespace rondo::graph
