// SPDX-License-Identifier: Apache-2.0
//
// Nodes that may outlast their bodies. A detachable node is complete when its body is over and its event is
// fulfilled; one that is held (block.hpp), when all holds are dropped. Other graphs have no test for this on their
// way: these have runners of their own.
#pragma once

#include "graph/replay/instance.hpp"

namespace rondo::sched {

// Whether nodes of the instance may outlast their bodies.
bool may_be_held(const graph::Instance& instance);

// For those that may: sets Instance::run_node and complete_node.
void set_held_runner(graph::Instance& instance);

}  // namespace rondo::sched
