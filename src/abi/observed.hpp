// SPDX-License-Identifier: Apache-2.0
//
// Entry points while a tool is on, as far as both faces have the same ones. An entry point tests for a tool and jumps
// to one of these, which then runs in its place: with its return address, and its frame next to the program's.
#pragma once

#include "sched/create/create.hpp"
#include "sched/wait/taskwait.hpp"
#include "team/fork.hpp"
#include "team/observed.hpp"
#include "work/cancel.hpp"

namespace rondo::abi {

// The default arguments stand for the function that calls these, which the entry point has jumped to.
void taskwait_observed(sched::Call call = {__builtin_return_address(0), __builtin_frame_address(0)});
void begin_taskgroup_observed(sched::Call call = {__builtin_return_address(0), __builtin_frame_address(0)});
void end_taskgroup_observed(sched::Call call = {__builtin_return_address(0), __builtin_frame_address(0)});

// While it lives, the thread executes the program's code of its current task, which the runtime has called from
// `frame`.
class [[nodiscard]] Left {
 public:
  Left(const sched::Worker& worker, void* frame) : task_(*task::observed_of(*worker.current)) { task_.leave(frame); }
  // The code is `body`, the function of a parallel region.
  Left(const sched::Worker& worker, void* frame, const void* body) : Left(worker, frame) {
    ompt::implicit_body(worker.record, body);
  }
  ~Left() { task_.frame.exit.pointer = nullptr; }
  Left(const Left&) = delete;
  Left& operator=(const Left&) = delete;
  void** frame() { return &task_.frame.exit.pointer; }  // for code that knows the frame only later

 private:
  task::Observed& task_;
};

// Returns whether the region is cancelled.
inline bool barrier_observed(sched::Worker& worker, ompt::SyncKind kind) {
  return sched::observe_sync(worker, kind, [&] { return work::barrier(worker); });
}

// A taskloop that was begun, and its taskgroup, if it has one.
void begin_taskloop_observed(sched::Worker& worker, bool has_group, uint64_t n_iterations);
void end_taskloop_observed(sched::Worker& worker, bool has_group, uint64_t n_iterations);
// One of its tasks, before it is made from `spec`.
void observe_taskloop_task(sched::Worker& worker, task::TaskSpec& spec, bool if_clause, ompt::DispatchChunk chunk);

// The thread is about to execute a section.
void note_section(const sched::Worker& worker, const void* caller);

// Of the thread that executes the single, or of another one.
void begin_single_observed(sched::Worker& worker, bool is_executor, const void* caller);
void end_single_observed(sched::Worker& worker, const void* caller);

// ---- Called by entry points whether there is a tool or not -------------------------------------------------------

// A taskwait with dependences is an empty task that the current one waits for.
void taskwait_depend(sched::Worker& worker, sched::Dependences dependences);
// With nowait: `spec` is that of an empty task.
void submit_empty(sched::Worker& worker, task::TaskSpec spec, sched::Dependences dependences);

// cancel and cancellation point: whether the thread leaves the construct.
bool cancel(work::CancelKind kind, const void* caller);
bool meet_cancellation_point(work::CancelKind kind, const void* caller);

// The program's error directive.
void note_error(ompt::Severity severity, const char* text, size_t length, const void* caller);

}  // namespace rondo::abi
