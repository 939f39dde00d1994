// SPDX-License-Identifier: Apache-2.0
//
// Nodes of a replay that run one after the other on one thread, where nothing but their end has to be counted.
#pragma once

#include <span>

#include "graph/replay/instance.hpp"
#include "sched/worker/worker.hpp"

namespace rondo::sched {

// Nodes of a pure replay that have neither predecessors nor successors: roots and sinks at once. Their counters,
// which are never read, are left alone.
void run_sinks(Worker& worker, graph::Instance& instance, std::span<const graph::NodeIndex> roots);

// A whole pure replay, in creation order: no other thread takes part, so nothing is counted but its end.
void run_in_order(Worker& worker, graph::Instance& instance);

// The nodes [begin, end) of a loop, once, likewise: an iteration, or a whole round. Nothing is counted at all, since
// the control code knows of the end. False if the loop has been cancelled meanwhile.
bool run_round_in_order(Worker& worker, graph::Instance& instance, graph::NodeIndex begin, graph::NodeIndex end);

}  // namespace rondo::sched
