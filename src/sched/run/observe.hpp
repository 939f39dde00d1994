// SPDX-License-Identifier: Apache-2.0
//
// Tasks and waits, told to the tool and written into the trace (ompt/README.md). All of this is called only while
// there is one of them, but for Entered, which asks.
#pragma once

#include "ompt/events.hpp"
#include "sched/run/domain.hpp"
#include "task/observed.hpp"

namespace rondo::sched {

// ---- The program calls the runtime -------------------------------------------------------------------------------

// Where the program has called an entry point: the return address and the frame of that call. Default arguments of
// these two builtins are evaluated where the caller of a function stands, which has to be the entry point itself, or
// a function that the entry point jumps to (RONDO_TAIL_CALL).
struct Call {
  const void* address;
  void* frame;
};

// While it lives, the tool can see where the program's code has left off. Nothing without a tool.
class [[nodiscard]] Entered {
 public:
  [[gnu::always_inline]] explicit Entered(Worker& worker,
                                          Call call = {__builtin_return_address(0), __builtin_frame_address(0)})
      : worker_(worker) {
    if (ompt::is_on()) [[unlikely]]
      begin(call);
  }
  [[gnu::always_inline]] ~Entered() {
    if (ompt::is_on()) [[unlikely]]
      end();
  }
  // The program itself executes the task that is current now, so the caller's stack ends where it begins: it stays in
  // the call until that task is over.
  void leave() {
    if (ompt::is_on()) [[unlikely]]
      hand_over();
  }
  // The task that has made the call is over.
  void end_task() { task_ = nullptr; }
  Entered(const Entered&) = delete;
  Entered& operator=(const Entered&) = delete;

 private:
  void begin(Call call);
  void end();
  void hand_over();

  Worker& worker_;
  task::Observed* task_ = nullptr;
  Call outer_ = {};  // of a call around this one
};

// The task for which the program had left a call (Entered::leave) is over: the current one is out of that call.
void come_back(Worker& worker);
// The task that has begun is in the call that the one below it has made, until Entered::leave.
void share_call(task::Observed& begun);

// The tool's words for where the worker is.
inline ompt::Data* parallel_of(const Worker& worker) { return &worker.slot->arena->parallel; }
inline ompt::Data* current_data(const Worker& worker) { return task::data_of(*worker.current); }

// ---- Waits -------------------------------------------------------------------------------------------------------

void begin_sync(Worker& worker, ompt::SyncKind kind, const void* caller);
void end_sync(Worker& worker, ompt::SyncKind kind, const void* caller);

// The wait itself, inside of the two above.
void begin_wait(Worker& worker, ompt::SyncKind kind);
void end_wait(Worker& worker, ompt::SyncKind kind);
class [[nodiscard]] ObservedWait {
 public:
  ObservedWait(Worker& worker, ompt::SyncKind kind) : worker_(worker), kind_(kind) { begin_wait(worker, kind); }
  ~ObservedWait() { end_wait(worker_, kind_); }
  ObservedWait(const ObservedWait&) = delete;
  ObservedWait& operator=(const ObservedWait&) = delete;

 private:
  Worker& worker_;
  ompt::SyncKind kind_;
};

// A taskwait: with dependences an empty task that the current one waits for, else a region that is only a wait.
class [[nodiscard]] ObservedTaskwait {
 public:
  ObservedTaskwait(Worker& worker, Dependences dependences);
  ~ObservedTaskwait();
  ObservedTaskwait(const ObservedTaskwait&) = delete;
  ObservedTaskwait& operator=(const ObservedTaskwait&) = delete;

 private:
  Worker& worker_;
  task::Observed* record_ = nullptr;  // of that task
};

// A region that is nothing but a wait.
template <class Wait>
auto observe_sync(Worker& worker, ompt::SyncKind kind, Wait wait) {
  struct Region {
    Worker& worker;
    ompt::SyncKind kind;
    ~Region() { end_sync(worker, kind, worker.record.caller); }
  } region{worker, kind};
  begin_sync(worker, kind, worker.record.caller);
  ObservedWait waiting(worker, kind);
  return wait();
}

// ---- Tasks -------------------------------------------------------------------------------------------------------

// Gives the task that will be made from `spec` a record. Before any copy of the spec is made into a task.
void observe(Worker& worker, task::TaskSpec& spec, uint32_t kind = ompt::kExplicitTask);
// The record of a task that is not created after all, or is over.
void forget(Worker& worker, task::Observed& record);

// What creates a task, to the tool: nullptr if it does not know that one.
struct Creator {
  ompt::Data* data;
  ompt::Frame* frame;
};
Creator current_creator(const Worker& worker);
// The task is created. `flags`: of its spec. `order`: RegionExecution::order_of_next().
void tell_creation(Worker& worker, Creator creator, task::Observed& record, uint32_t flags, Dependences dependences,
                   uintptr_t order = 0);

// The task is about to be submitted by the current task.
void note_creation(Worker& worker, task::Observed& record, const task::TaskSpec& spec, bool is_undeferred,
                   Dependences dependences);
// The same for a task whose spec is gone.
void note_creation(Worker& worker, const task::Task& task, bool is_undeferred, Dependences dependences);

// The task begins and ends on top of the current one. After the end the record of a task that is not detachable is
// gone.
void begin_observed(Worker& worker, task::Observed& record, task::Task& on_top_of);
void end_observed(Worker& worker, task::Task& task, task::Task& resumed, ompt::TaskStatus status);

// The worker leaves the current task, which may be blocked, for one that it had left on this stack (0: the thread's).
void note_switch(const Worker& worker, const task::Task& next, uintptr_t stack);

// The task that runs is given one more hold (rondo_task_hold). Has it an event, or was it given one before?
void note_hold(task::Task& task, bool has_event);
// The event of a detachable task is fulfilled, or one of those holds is released, and still holds it. To a tool all
// of them are one event, which is fulfilled by the last.
void note_fulfilled(const Worker& worker, task::Task& task, bool is_event);
// Nothing holds the detachable task any more. Also of the runtime's own tasks, which tables name as they do others.
void forget_detachable(Worker& worker, task::Task& task);

// The body of a task is skipped, since its construct was cancelled.
void note_discarded(Worker& worker, task::Task& task);

}  // namespace rondo::sched
