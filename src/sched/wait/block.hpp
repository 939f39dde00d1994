// SPDX-License-Identifier: Apache-2.0
//
// The current task blocks until somebody unblocks it. Used by abi/rondo/suspend.cpp.
#pragma once

#include "sched/run/suspend.hpp"

namespace rondo::sched {

// Until suspension.end() is called; returns at once if it has been. Meanwhile the worker runs other work: any of its
// arena, whatever the task holds.
void block(Worker& worker, Suspension& suspension);

// Whether a task that waits for something outside of OpenMP should block: other tasks may be there to run meanwhile.
bool may_block(const Worker& worker);

// The current task is complete only after release_hold() has been called once more for what this returns. nullptr: it
// cannot be held, because it is not a deferred task, or a node that is grouped with others.
task::Task* hold_current(Worker& worker);

}  // namespace rondo::sched
