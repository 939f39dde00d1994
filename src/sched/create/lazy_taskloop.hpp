// SPDX-License-Identifier: Apache-2.0
//
// Creating the tasks of a taskloop, all at once: each is made when it is about to run (task_range.hpp). Argument:
// sched/ranges/README.md, "Taskloops".
#pragma once

#include "sched/ranges/task_range.hpp"

namespace rondo::sched {

// True if each of the `n_tasks` tasks may be made when it is about to run. False: each has to be submitted at once,
// because a task graph region has to see it, or because none is deferred.
bool may_be_made_later(Worker& worker, uint64_t n_tasks);

// True: the taskloop that the code encounters is to be one task, which makes the loop's tasks when it runs, because a
// graph keeps it as one node (sched/ranges/README.md, "Taskloops").
bool is_one_task(const Worker& worker);

// That task: `spec` is the one of the loop's tasks, `block_bytes` what it takes to make them, as bytes that may be
// copied.
task::TaskSpec spec_of_whole(const task::TaskSpec& spec, size_t block_bytes);

// That task, which is the current one, waits for the loop's tasks. It is none of the program's, so siblings may run
// meanwhile: who runs it was allowed to run them.
void await_taskloop(Worker& worker);

// Memory for make(): never a node's block, whatever the worker is doing.
inline task::Task* new_task(Worker& worker, const task::TaskSpec& spec) {
  auto* task = static_cast<task::Task*>(worker.slab.allocate(sizeof(task::Task) + spec.block_bytes));
  init(*task, spec);
  return task;
}

// The tasks may run; they are children of the current task. `flags`: kUnconstrained, if the tasks have it. From here
// on the arena's workers own the loop.
void start_taskloop(Worker& worker, LazyTaskloop& loop, uint32_t flags);

}  // namespace rondo::sched
