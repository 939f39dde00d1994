// SPDX-License-Identifier: Apache-2.0
//
// Taskgroups that reduce: their beginning and end, and the participants' private copies.
#pragma once

#include "sched/worker/worker.hpp"
#include "task/reduction.hpp"

namespace rondo::sched {

// The current task's innermost taskgroup reduces these items. In a region that is recorded it becomes part of the
// graph.
void reduce_in_group(Worker& worker, task::Reductions::Items items);

// The copy that thread number `thread` has of the item that `address` is the original or a copy of, in this group or
// one around it; nullptr: none of them reduces it. A group that combines into private variables of a construct
// (reduction(task, ...)) has two originals; clang names the variable of the program if it is global.
void* private_copy(const task::TaskGroup* group, const void* address, uint32_t thread);

// The group's tasks are done, and all that they have created.
void end_reductions(Worker& worker, task::TaskGroup& group);

// The same for a group whose results are not wanted, and whose variables may be gone.
void discard_reductions(Worker& worker, task::TaskGroup& group);

}  // namespace rondo::sched
