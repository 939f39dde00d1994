// SPDX-License-Identifier: Apache-2.0
//
// What a task has only while a tool watches the process, or it is traced. It takes the place of the task's entry, so
// that a descriptor is not larger for it, and a task without it costs nothing: Flag::kObserved is tested together
// with other rare flags.
#pragma once

#include "ompt/types.hpp"
#include "sync/spin_lock.hpp"
#include "task/task.hpp"

namespace rondo::task {

struct Observed {
  Entry entry = {};  // the body
  ompt::Data data;
  uint64_t id = 0;  // in the trace
  ompt::Frame frame;
  uint32_t flags = 0;  // ompt::TaskFlag
  ompt::DispatchChunk chunk = {};  // of a taskloop's task: its iterations

  // While it runs, or is suspended, on a thread.
  Observed* below = nullptr;  // the task on top of which it runs
  ompt::Data* parallel = nullptr;
  uint32_t thread_num = 0;
  bool is_yielding = false;  // it is in a taskyield

  Observed** place = nullptr;  // of a node's task: where its graph names the record, until the task is over

  // Of a detachable task, under the lock: the body's thread and those that fulfil its event, or release it, agree on
  // who was last.
  sync::SpinLock lock;
  bool is_body_over = false;
  uint32_t n_awaited = 1;  // its event, and holds that it was given later (rondo_task_hold)

  // The runtime calls the task's code from this frame.
  void leave(void* frame_pointer) {
    frame.exit.pointer = frame_pointer;
    frame.exit_flags = ompt::kRuntimeFramePointer;
  }
};

// The task, or those that are made from the TaskSpec, have this record; then no more.
template <class TaskOrSpec>
void give_record(TaskOrSpec& task, Observed* record) {
  task.entry.observed = record;
  task.flags |= kObserved;
}
template <class TaskOrSpec>
void drop_record(TaskOrSpec& task) {
  task.entry = task.entry.observed->entry;
  task.flags &= ~uint32_t{kObserved};
}
inline TaskSpec without_record(TaskSpec spec) {
  if ((spec.flags & kObserved) != 0) drop_record(spec);
  return spec;
}

inline Observed* observed_of(const Task& task) { return task.has(kObserved) ? task.entry.observed : nullptr; }

// The tool's word of the task; nullptr if the tool does not know the task.
inline ompt::Data* data_of(const Task& task) { return task.has(kObserved) ? &task.entry.observed->data : nullptr; }

}  // namespace rondo::task
