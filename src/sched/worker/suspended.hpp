// SPDX-License-Identifier: Apache-2.0
//
// What a worker has begun and is not running now, while tasks may be suspended (suspend.hpp). All of it belongs to
// the worker, but for the stack of those that others have unblocked.
#pragma once

#include <cstdint>

#include "base/atomic.hpp"
#include "base/handover_stack.hpp"
#include "ompt/thread.hpp"
#include "os/fiber.hpp"
#include "sched/work.hpp"
#include "task/task.hpp"

namespace rondo::sched {

struct Slot;
struct TaskFiber;

// Code of this worker that was left in its middle, and what the worker was for it. On the stack that was left.
struct Left {
  os::Fiber* fiber;
  uint64_t number;  // of all that this worker has left
  task::Task* current;
  Slot* slot;
  Work unconstrained;
  ompt::State state;
  const void* caller;
  Left* older;
  Left* newer;
};

// A list of them by age.
class LeftList {
 public:
  void push_newest(Left& left);
  Left& pop_newest() { return remove(*newest_); }
  Left& pop_oldest() { return remove(*oldest_); }
  bool is_empty() const { return newest_ == nullptr; }
  uint32_t size() const { return size_; }

 private:
  Left& remove(Left& left);

  Left* newest_ = nullptr;
  Left* oldest_ = nullptr;
  uint32_t size_ = 0;
};

// A task that is blocked, from rondo_task_block() until it goes on.
struct Blocked {
  Blocked* next = nullptr;  // among those that were unblocked
  Worker* worker;
  bool waits_in_place;  // it has not left its stack: the worker looks for other work on top of it
  bool has_come = false;
  uint64_t end_ticks = 0;  // when it was unblocked, if that is noted; by who does so, before the push [B1]
  Left left = {};
};

struct Suspended {
  os::Fiber thread;  // the stack that the thread was started with
  os::Fiber* running = &thread;
  // Waits, and creators of tasks, that were left for a task on another stack: they may go on at any time. While the
  // worker runs a task on a stack of its own there is at least one.
  LeftList resumable;
  LeftList ready;  // blocked tasks that may go on
  base::HandoverStack<Blocked> unblocked;  // pushed by any thread, taken by the worker [B1]
  TaskFiber* free = nullptr;  // stacks on which nothing runs
  uint32_t n_free = 0;
  uint32_t n_vain = 0;  // waits that have looked in vain, one after the other
  uint64_t n_left = 0;
  Work handed;  // the immediate successor of the task that has ended, for the one who has started it
};

}  // namespace rondo::sched
