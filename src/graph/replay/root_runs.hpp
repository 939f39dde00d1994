// SPDX-License-Identifier: Apache-2.0
//
// The roots of a pure replay, by the slots that they are placed on: its master deals these (sched/ranges/roots.hpp).
#pragma once

#include "graph/model/graph.hpp"

namespace rondo::graph {

// Neighbours in Graph::roots that have one slot. Of an instance, for the team that it is placed for.
struct RootRun {
  uint32_t begin, end;
  uint32_t slot;
};

// The instance's nodes have been given their slots.
void find_root_runs(Instance& instance);

}  // namespace rondo::graph
