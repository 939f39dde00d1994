// SPDX-License-Identifier: Apache-2.0
//
// Nodes of graphs as work.
#pragma once

#include "graph/replay/instance.hpp"
#include "sched/worker/worker.hpp"

namespace rondo::sched {

// Runs a ready node. Offers the nodes that became ready, but for the immediate successor, which is returned if there
// is one on this slot.
using RunNode = Work (*)(Worker& worker, graph::NodeState& node);
// For the code that starts a replay: sets Instance::run_node, and complete_node if the graph has events.
void set_runner(graph::Instance& instance);
inline Work run_node(Worker& worker, graph::NodeState& node) { return node.instance->run_node(worker, node); }

// The same for a batch of them. As soon as one of them has an immediate successor, the others are offered again.
Work run_batch(Worker& worker, graph::NodeState& first);

}  // namespace rondo::sched
