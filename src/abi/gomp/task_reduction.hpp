// SPDX-License-Identifier: Apache-2.0
//
// task_reduction and in_reduction as gcc compiles them. The compiler's own code initialises and merges; the runtime
// gives zeroed memory for a copy a thread and finds the calling thread's copy of an item.
#pragma once

#include <cstdint>

#include "sched/worker.hpp"

namespace rondo::gomp {

// Registers the descriptor (and those chained to it) on the innermost taskgroup.
void register_reductions(sched::Worker& worker, uintptr_t* descriptor);

}  // namespace rondo::gomp
