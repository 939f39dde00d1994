// SPDX-License-Identifier: Apache-2.0
//
// The children of the current task that lie on top of the own deque. In a recursion a taskwait runs nothing else.
// They may run here, this worker counts them, and nothing depends on them. So they are run without the questions of
// find.hpp and execute.hpp, to which all other work is left. sched/create/README.md, "Fast path".
#pragma once

#include "sched/worker/worker.hpp"

namespace rondo::sched {

// Runs such children of the current task, whose domain this is, the newest first. Ends when none is left, or when the
// top of the deque is something else.
void run_own_children(Worker& worker, task::Domain& domain);

}  // namespace rondo::sched
