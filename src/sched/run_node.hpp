// SPDX-License-Identifier: Apache-2.0
//
// Nodes of graphs as work.
#pragma once

#include <span>

#include "graph/replay/instance.hpp"
#include "sched/worker.hpp"

namespace rondo::sched {

// Runs a ready node. Offers the nodes that became ready, but for the immediate successor, which is returned if there
// is one on this slot.
using RunNode = Work (*)(Worker& worker, graph::NodeState& node);
// For the code that starts a replay: sets Instance::run_node, and complete_node if the graph has events.
void set_runner(graph::Instance& instance);
inline Work run_node(Worker& worker, graph::NodeState& node) { return node.instance->run_node(worker, node); }

// The same for a batch of them. As soon as one of them has an immediate successor, the others are offered again.
Work run_batch(Worker& worker, graph::NodeState& first);

// Nodes of a pure replay that have neither predecessors nor successors: roots and sinks at once. Their counters,
// which are never read, are left alone.
void run_sinks(Worker& worker, graph::Instance& instance, std::span<const graph::NodeIndex> roots);

// A whole pure replay, in creation order: no other thread takes part, so nothing is counted but its end.
void run_in_order(Worker& worker, graph::Instance& instance);

// The nodes [begin, end) of a loop, once, likewise: an iteration, or a whole round. Nothing is counted at all, since
// the control code knows of the end. False if the loop has been cancelled meanwhile.
bool run_round_in_order(Worker& worker, graph::Instance& instance, graph::NodeIndex begin, graph::NodeIndex end);

// Makes a ready node visible on the slot that it is placed on.
void offer(Worker& worker, graph::NodeState& node);

}  // namespace rondo::sched
