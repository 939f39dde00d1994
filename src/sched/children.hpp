// SPDX-License-Identifier: Apache-2.0
//
// The children of the current task that lie on top of the own deque. In a recursion these are all that a taskwait
// has to run, and much is known of them: they may run here, this worker counts them, they release nothing. So they
// are run without the questions of find.hpp and execute.hpp, which all else is left to. README.md, "Fast path".
#pragma once

#include "sched/worker.hpp"

namespace rondo::sched {

// Runs such children of the current task, whose domain this is, the newest first, until none is left or what is on
// top is no such child.
void run_own_children(Worker& worker, task::Domain& domain);

}  // namespace rondo::sched
