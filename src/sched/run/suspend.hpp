// SPDX-License-Identifier: Apache-2.0
//
// Suspended tasks: a task that blocks lets its worker do other work, and goes on later on the same thread. Once this
// is enabled, each task that a worker takes begins on a stack of its own. So the code that has started it can go
// on while it is blocked. Argument: README.md, "Suspended tasks".
#pragma once

#include "sched/idle/find.hpp"
#include "sched/idle/suspension.hpp"

namespace rondo::sched {

// Runs `work` by run_it() on a stack of its own. Returns when it is over (then as run_it() does) or blocked.
using RunWork = Work (*)(Worker& worker, Work work);
Work run_apart(Worker& worker, Work work, RunWork run_it);

// A wait of this worker finds nothing to do: a blocked task that may go on does so or, if the wait `is_patient`,
// another wait gets its turn. False: there is neither.
bool turn_to_another(Worker& worker, bool is_patient);

// The task that the current stack was begun for, while nothing runs on top of it; nullptr if that is a node, or if
// the worker is on its thread's own stack.
task::Task* task_of_stack(const Worker& worker);
// The same of a node: undeferred tasks may run on top of its task. Then what holds the node besides its body, or
// nullptr.
graph::NodeState* node_of_stack(const Worker& worker);
task::Task*& hold_of_stack(Worker& worker);

// The blocked task leaves its stack until it is unblocked.
void leave_blocked(Worker& worker, Blocked& blocked);
inline bool is_on_own_stack(const Worker& worker) { return worker.suspended.running != &worker.suspended.thread; }

// Other waits of the worker than the one it is in: they have to look now and then.
inline bool has_left_waits(const Worker& worker) { return !worker.suspended.resumable.is_empty(); }

}  // namespace rondo::sched
