// SPDX-License-Identifier: Apache-2.0
//
// The roots of a pure replay, dealt by the range: whoever holds a range runs a few of its roots at a time, without
// touching the others. Until it runs, a range is queued by its proxy, which looks like a node of the replay.
#pragma once

#include "graph/batch_size.hpp"
#include "graph/graph.hpp"

namespace rondo::graph {

// Neighbours in Graph::roots that have one slot. Of an instance, for the team that it is placed for.
struct RootRun {
  uint32_t begin, end;
  uint32_t slot;
};

// [begin, end) of Graph::roots; belongs to whoever has it in hand.
struct RootRange {
  NodeState proxy;  // first member: what queues know
  uint32_t begin, end;
  BatchSize batch_size = {};
};

// A proxy is what no node is: a state without a node.
inline bool is_proxy(const NodeState& state) { return state.node == nullptr; }
inline RootRange& range_of(NodeState& proxy) { return reinterpret_cast<RootRange&>(proxy); }

// The instance's nodes have been given their slots.
void find_root_runs(Instance& instance);

}  // namespace rondo::graph
