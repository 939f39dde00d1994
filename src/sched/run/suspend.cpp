// SPDX-License-Identifier: Apache-2.0
#include "sched/run/suspend.hpp"

#include <cstddef>
#include <utility>

#include "sched/run/execute.hpp"
#include "sched/run/observe.hpp"
#include "sched/settings.hpp"

namespace rondo::sched {

// A stack and the work that runs on it. In the list of free ones when there is none.
struct TaskFiber {
  os::Fiber fiber;
  Worker* worker;
  Work work;
  RunWork run_it;
  uint64_t starter;  // number of the Left that has started it
  task::Task* hold = nullptr;  // of a node: what holds it besides its body
  TaskFiber* next_free = nullptr;
};

namespace {

// ---- Switching ----------------------------------------------------------------------------------------------

// What the worker was for the code that it leaves now.
void note_left(Worker& worker, Left& here) {
  Suspended& suspended = worker.suspended;
  here.fiber = suspended.running;
  here.number = ++suspended.n_left;
  here.current = worker.current;
  here.slot = worker.slot;
  here.unconstrained = worker.unconstrained;
  here.state = worker.record.state;
  here.caller = worker.record.caller;
}

void run_on(Worker& worker, os::Fiber& to) {
  os::Fiber& from = *worker.suspended.running;
  worker.suspended.running = &to;
  os::switch_fiber(from, to);
}

// The worker comes to this stack for `task`.
void turn_to(Worker& worker, task::Task& task) {
  if (ompt::is_on()) [[unlikely]] {
    const os::Fiber* stack = is_on_own_stack(worker) ? worker.suspended.running : nullptr;
    note_switch(worker, task, reinterpret_cast<uintptr_t>(stack));
  }
  worker.current = &task;
}

// Leaves `here`, which is in a list; returns when it goes on.
void leave_for(Worker& worker, Left& here, os::Fiber& to) {
  run_on(worker, to);
  turn_to(worker, *here.current);
  worker.slot = here.slot;
  worker.unconstrained = here.unconstrained;
  worker.record.state = here.state;
  worker.record.caller = here.caller;
}

void leave_resumable(Worker& worker, os::Fiber& to) {
  Left here;
  note_left(worker, here);
  worker.suspended.resumable.push_newest(here);
  leave_for(worker, here, to);
}

// A task goes on that was blocked. False: there is none.
bool resume_ready(Worker& worker) {
  Suspended& suspended = worker.suspended;
  if (!suspended.unblocked.is_empty()) collect_unblocked(worker);
  if (suspended.ready.is_empty()) return false;
  suspended.n_vain = 0;
  leave_resumable(worker, *suspended.ready.pop_oldest().fiber);
  return true;
}

// ---- Stacks -------------------------------------------------------------------------------------------------

// Nothing but the list refers to a free stack, so any but the one that the worker is on may go back to the system.
void give_back(Worker& worker, TaskFiber& fiber) {
  constexpr uint32_t kMostFree = 1u << 14;
  Suspended& suspended = worker.suspended;
  if (suspended.n_free == kMostFree) {
    TaskFiber* other = suspended.free;
    suspended.free = other->next_free;
    suspended.n_free--;
    os::destroy_fiber(other->fiber);
    worker.slab.release(other);
  }
  fiber.next_free = suspended.free;
  suspended.free = &fiber;
  suspended.n_free++;
}

// Runs one piece of work after the other: between two of them the stack is free.
void run_on_fiber(void* argument) {
  auto& fiber = *static_cast<TaskFiber*>(argument);
  Worker& worker = *fiber.worker;
  Suspended& suspended = worker.suspended;
  os::begin_fiber(fiber.fiber);
  while (true) {
    turn_to(worker, worker.slot->implicit);  // below the task; its starter may be over when the task is
    const Work next = fiber.run_it(worker, fiber.work);
    const Left& to = suspended.resumable.pop_newest();
    if (to.number == fiber.starter) {
      suspended.handed = next;
    } else if (next) {
      queue_successor(worker, next);  // the wait that goes on may not run everything
      announce_owed(worker);
    }
    give_back(worker, fiber);
    run_on(worker, *to.fiber);
  }
}

TaskFiber* take_fiber(Worker& worker) {
  Suspended& suspended = worker.suspended;
  // Each time: a thread that ends leaves its worker, with free fibers, to another one.
  if (suspended.running == &suspended.thread) os::adopt_stack(suspended.thread);
  if (TaskFiber* fiber = suspended.free) {
    suspended.free = fiber->next_free;
    suspended.n_free--;
    return fiber;
  }
  auto* fiber = static_cast<TaskFiber*>(worker.slab.try_allocate(sizeof(TaskFiber)));
  if (fiber == nullptr) return nullptr;
  *fiber = {.fiber = {}, .worker = &worker, .work = {}, .run_it = nullptr, .starter = 0};
  if (os::make_fiber(fiber->fiber, settings.task_stack_bytes, run_on_fiber, fiber)) return fiber;
  worker.slab.release(fiber);
  return nullptr;
}

// The stack that the worker is on, if it was begun for some work.
TaskFiber* own_stack(const Worker& worker) {
  static_assert(offsetof(TaskFiber, fiber) == 0);
  return is_on_own_stack(worker) ? reinterpret_cast<TaskFiber*>(worker.suspended.running) : nullptr;
}

// Meanwhile the stack is nobody's own.
Work run_on_top(Worker& worker, Work work, RunWork run_it) {
  TaskFiber* const stack = own_stack(worker);
  if (stack == nullptr) return run_it(worker, work);
  const Work below = std::exchange(stack->work, Work());
  const Work next = run_it(worker, work);
  stack->work = below;
  return next;
}

}  // namespace

// ---- Blocking -----------------------------------------------------------------------------------------------

void leave_blocked(Worker& worker, Blocked& blocked) {
  Suspended& suspended = worker.suspended;
  note_left(worker, blocked.left);
  flush(worker);
  if (!suspended.unblocked.is_empty()) collect_unblocked(worker);
  suspended.n_vain = 0;
  const Left& to = suspended.ready.is_empty() ? suspended.resumable.pop_newest() : suspended.ready.pop_oldest();
  if (&to == &blocked.left) return;
  const bool is_observed = ompt::is_on();
  if (is_observed) ompt::blocked(worker.record);
  leave_for(worker, blocked.left, *to.fiber);
  if (is_observed) ompt::unblocked(worker.record, blocked.end_ticks);
}

// ---- Working on several stacks -----------------------------------------------------------------------------------

Work run_apart(Worker& worker, Work work, RunWork run_it) {
  Suspended& suspended = worker.suspended;
  poll_if_due(worker, kBusyPause_ns);  // a creator may start many tasks without looking for work
  resume_ready(worker);
  TaskFiber* fiber = take_fiber(worker);
  if (fiber == nullptr) return run_on_top(worker, work, run_it);
  suspended.n_vain = 0;
  fiber->work = work;
  fiber->run_it = run_it;
  fiber->starter = suspended.n_left + 1;  // `here` in leave_resumable()
  leave_resumable(worker, fiber->fiber);
  return std::exchange(suspended.handed, Work());
}

task::Task* task_of_stack(const Worker& worker) {
  const TaskFiber* const stack = own_stack(worker);
  if (stack == nullptr || !stack->work || stack->work.is_node()) return nullptr;
  return stack->work.task() == worker.current ? worker.current : nullptr;
}

graph::NodeState* node_of_stack(const Worker& worker) {
  const TaskFiber* const stack = own_stack(worker);
  return stack != nullptr && stack->work && stack->work.is_node() ? stack->work.node() : nullptr;
}

task::Task*& hold_of_stack(Worker& worker) { return own_stack(worker)->hold; }

bool turn_to_another(Worker& worker, bool is_patient) {
  Suspended& suspended = worker.suspended;
  if (resume_ready(worker)) return true;
  if (!is_patient || suspended.n_vain >= suspended.resumable.size()) return false;
  suspended.n_vain++;
  leave_resumable(worker, *suspended.resumable.pop_oldest().fiber);
  return true;
}

}  // namespace rondo::sched
