// SPDX-License-Identifier: Apache-2.0
//
// Waiting for tasks: what both faces call for taskwait, taskgroup and taskyield.
#pragma once

#include "sched/run/domain.hpp"

namespace rondo::sched {

// Waits for the predecessors that a task with these dependences would have.
void wait_for(Worker& worker, Dependences dependences);

// Waits for the siblings of these nodes (nullptr: of none), which the table names or a loop keeps.
void wait_for_tasks(Worker& worker, std::span<depend::DepNode* const> nodes);

// Waits for the children of the current task, whose domain this is, wherever they are counted.
void wait_for_children(Worker& worker, task::Domain& domain);

// Waits for all descendants of the task that this worker runs, or has just run, and whose domain this is.
void wait_for_descendants(Worker& worker, task::Domain& domain);

// Looks whether the children of the current task, whose domain this is, are done, wherever they are counted.
bool are_children_done(Worker& worker, const task::Domain& domain);

// All children created so far by the current task.
void taskwait(Worker& worker);
void taskwait_depend(Worker& worker, Dependences dependences);
// Those that are in the current task's innermost taskgroup; all, if it is in none of its own.
void wait_for_innermost_group(Worker& worker);

task::TaskGroup& begin_taskgroup(Worker& worker, task::TaskGroup::Of of = task::TaskGroup::Of::Taskgroup);
void end_taskgroup(Worker& worker);
// The same while a tool is on.
void end_taskgroup_observed(Worker& worker);

// Ends the current task's groups inside of `group` (nullptr: all), which a cancelled construct has left open: waits
// for their tasks, and reduces nothing.
void abandon_taskgroups(Worker& worker, const task::TaskGroup* group);

// Runs a task that is ready and below `domain`, and what follows from it; false if there is none.
bool run_ready(Worker& worker, const task::Domain& domain);

// Runs one other task, if one may be run here.
void taskyield(Worker& worker);

}  // namespace rondo::sched
