// SPDX-License-Identifier: Apache-2.0
//
// The roots of a pure replay, dealt by the stretch: whoever holds a share runs a few of its roots at a time, without
// touching the others. Until it runs, a share is queued by its ticket, which looks like a node of the replay.
#pragma once

#include "graph/graph.hpp"
#include "graph/pace.hpp"

namespace rondo::graph {

// Neighbours in Graph::roots that have one seat. Of an instance, for the team that it is placed for.
struct RootRun {
  uint32_t begin, end;
  uint32_t seat;
};

// [begin, end) of Graph::roots; belongs to whoever has it in hand.
struct RootShare {
  NodeState ticket;  // first member: what queues know
  uint32_t begin, end;
  Pace pace = {};
};

// A ticket is what no node is: a state without a node.
inline bool is_ticket(const NodeState& state) { return state.node == nullptr; }
inline RootShare& share_of(NodeState& ticket) { return reinterpret_cast<RootShare&>(ticket); }

// The instance's nodes have been given their seats.
void find_root_runs(Instance& instance);

}  // namespace rondo::graph
