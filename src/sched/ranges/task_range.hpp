// SPDX-License-Identifier: Apache-2.0
//
// The tasks of a taskloop: one descriptor says how to make each of them, and a task is made when it is about to run.
// Queues have ranges of neighbours that have not been made yet. Argument: README.md, "Taskloops".
#pragma once

#include "sched/ranges/lazy_range.hpp"

namespace rondo::sched {

// The entry points of the ABI keep their own data behind it.
struct LazyTaskloop {
  // Its join counter counts the tasks that have run; all workers report to it, since none owns it. First member: see
  // retire_domain().
  task::Domain executed;

  uint64_t n_tasks = 0;
  // The task of this number, from new_task(), filled. Called once for each number, by any worker of the arena.
  task::Task* (*make)(Worker& worker, LazyTaskloop& loop, uint64_t number) = nullptr;
  void (*release)(Worker& worker, LazyTaskloop& loop) = nullptr;  // called when all have run, by any worker

  // What all of them inherit from their creator.
  task::Domain* parent = nullptr;
  task::TaskGroup* group = nullptr;
  uint32_t flags = 0;
  task::JoinCounter* counted_in = nullptr;  // as one child, however many tasks there are
};

// Some of the loop's tasks; belongs to the worker that holds it.
struct TaskRange {
  task::Task proxy;  // first member: what queues know
  LazyTaskloop* loop;
  LazyRange rest;
  uint32_t slot;  // in whose queue it was put: a worker of another slot has stolen it
};
inline TaskRange& task_range_of(task::Task& proxy) { return reinterpret_cast<TaskRange&>(proxy); }

// For the queue of the slot.
TaskRange& make_task_range(Worker& worker, LazyTaskloop& loop, LazyRange tasks, uint32_t slot);

// Runs some tasks from the front, and queues the others before.
Work run_task_range(Worker& worker, TaskRange& range);

}  // namespace rondo::sched
