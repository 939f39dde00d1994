// SPDX-License-Identifier: Apache-2.0
//
// Creating the tasks of a taskloop, all at once: nobody makes one before running it (task_range.hpp). Argument:
// README.md, "Taskloops".
#pragma once

#include "sched/task_range.hpp"

namespace rondo::sched {

// True if the current task may leave it to others when each of `n_tasks` tasks is made. False: each has to be
// submitted at once, because somebody looks (a task graph region) or because none is deferred.
bool may_be_made_later(Worker& worker, uint64_t n_tasks);

// What make() allocates: nobody's node, whatever the worker is doing.
inline task::Task* new_task(Worker& worker, const task::TaskSpec& spec) {
  auto* task = static_cast<task::Task*>(worker.slab.allocate(sizeof(task::Task) + spec.block_bytes));
  init(*task, spec);
  return task;
}

// The tasks may run; they are children of the current task. `flags`: kUnconstrained if theirs have it. The loop
// is the arena's from here on.
void start(Worker& worker, LazyTaskloop& loop, uint16_t flags);

}  // namespace rondo::sched
