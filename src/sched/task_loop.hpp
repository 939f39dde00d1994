// SPDX-License-Identifier: Apache-2.0
//
// The tasks of a taskloop: one descriptor says how to make each of them, and nobody makes one before running it. What
// is queued are stretches, of neighbours that nobody has made yet. Argument: README.md, "Taskloops".
#pragma once

#include "graph/pace.hpp"
#include "sched/spawn.hpp"

namespace rondo::sched {

// A face has its own data behind it.
struct TaskLoop {
  // Its tally counts the tasks that have run, reported by everybody as from elsewhere. First member: see bury().
  task::Domain executed;

  uint64_t n_tasks = 0;
  // The task of this number, from new_task(), filled. Called once for each number, by any worker of the crew.
  task::Task* (*make)(Worker& worker, TaskLoop& loop, uint64_t number) = nullptr;
  void (*release)(Worker& worker, TaskLoop& loop) = nullptr;  // called when all have run, by any worker

  // What all of them have from their creator.
  task::Domain* parent = nullptr;
  task::TaskGroup* group = nullptr;
  uint16_t flags = 0;
  task::Tally* counted_in = nullptr;  // as one child, however many tasks there are
};

// [begin, end) of a loop's tasks; belongs to whoever has it in hand.
struct Stretch {
  task::Task ticket;  // first member: what queues know
  TaskLoop* loop;
  uint64_t begin, end;
  uint32_t seat;  // who holds it elsewhere has stolen it
  graph::Pace pace = {};
};
inline Stretch& stretch_of(task::Task& ticket) { return reinterpret_cast<Stretch&>(ticket); }

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
// is the crew's from here on.
void start(Worker& worker, TaskLoop& loop, uint16_t flags);

// Runs some tasks from the front, and queues the others before.
Work run_stretch(Worker& worker, Stretch& stretch);

}  // namespace rondo::sched
