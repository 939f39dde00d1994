// SPDX-License-Identifier: Apache-2.0
//
// Which slot each node of a replay is meant for.
#pragma once

#include "graph/replay/instance.hpp"

namespace rondo::graph {

// Deals the nodes to slots; called by the master before each replay. It does something only if the team, or the
// master's slot, is another one than before, or if it has become known whether spreading pays.
// `heeds_priorities`: nodes with a priority have no slot, but are NodeState::kPrioritised; the same in all calls.
void assign_slots(Instance& instance, uint32_t n_slots, bool heeds_priorities);

}  // namespace rondo::graph
