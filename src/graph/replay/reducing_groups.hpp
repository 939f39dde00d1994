// SPDX-License-Identifier: Apache-2.0
//
// The taskgroups that a pure replay has in the place of those in the block that reduce.
// Argument: README.md, "Reductions".
#pragma once

#include "graph/replay/instance.hpp"

namespace rondo::graph {

// For a replay by a team of so many threads, inside the taskgroup `Instance::group`. Nothing of it has started.
void open_groups(Instance& instance, uint32_t n_threads);
void close_groups(Instance& instance);

}  // namespace rondo::graph
