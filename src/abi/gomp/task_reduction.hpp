// SPDX-License-Identifier: Apache-2.0
//
// task_reduction, in_reduction and reduction(task, ...) as gcc compiles them. The compiler's own code initialises and
// merges; the runtime provides zeroed memory for one copy per thread and finds the calling thread's copy of an item.
// Each reduction belongs to a taskgroup, where the tasks look for it; parallel and worksharing constructs open one
// for each of their threads, all on the same memory.
#pragma once

#include <cstdint>

#include "sched/worker/worker.hpp"

namespace rondo::gomp {

// Registers the descriptor (and those chained to it) on the innermost taskgroup.
void register_reductions(sched::Worker& worker, uintptr_t* descriptor);

// Begins a worksharing construct with reductions: a taskgroup, and memory of the team. Each thread has a descriptor
// of its own. GOMP_workshare_task_reduction_unregister() ends it.
void begin_workshare_reductions(sched::Worker& worker, uintptr_t* descriptor);

}  // namespace rondo::gomp
