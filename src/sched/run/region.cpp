// SPDX-License-Identifier: Apache-2.0
//
// An execution's defaults, which its mode may override: all tasks are ordinary ones.
#include "sched/run/region.hpp"

#include <cstring>

namespace rondo::sched {

using task::Task;
using task::TaskSpec;

Task* RegionExecution::allocate(Worker& worker, const TaskSpec& spec) {
  uint32_t mark = 0;
  if (takes_creation()) {
    allocated_spec_ = spec;
    if ((spec.flags & task::kObserved) != 0) [[unlikely]]
      task::drop_record(allocated_spec_);
    if (void* block = block_of_node(worker, allocated_spec_)) return create(spec, block);
  } else {
    mark = task::kNotReplayable;
    meet_unrecorded(worker);
  }
  auto* task = static_cast<Task*>(worker.slab.allocate(sizeof(Task) + spec.block_bytes));
  if (clears_blocks_) std::memset(task->block(), 0, spec.block_bytes);
  init(*task, spec);
  task->flags |= mark;
  return task;
}

Task* RegionExecution::create(const TaskSpec& spec, void* block) {
  created_ = has_events_ || (spec.flags & task::kUntied) != 0 ? Task::of_block(block) : &creation_;
  created_block_ = block;
  pending_ = created_;
  init(*created_, spec);
  created_->data = block;
  return created_;
}

void RegionExecution::note_inline(Worker& worker, const TaskSpec& spec, const void* data, Dependences dependences) {
  takes_creation() ? note_task(spec, data, dependences) : meet_unrecorded(worker);
}

bool RegionExecution::submit(Worker&, Task&, Dependences, bool&) { return false; }
bool RegionExecution::may_run_inline(Dependences) const { return false; }
void RegionExecution::note_task(const TaskSpec&, const void*, Dependences) {}
uintptr_t RegionExecution::order_of_next(Dependences) const { return 0; }
void RegionExecution::note_copy(const TaskSpec&, void*, size_t, size_t) {}
void RegionExecution::join(Worker&, Dependences, task::Depth) {}
void RegionExecution::meet_unrecorded(Worker&) {}
void RegionExecution::leave(Worker&, const char*) {}
void RegionExecution::begin_reducing_group(Worker&, task::Reductions::Items) {}
void RegionExecution::require_code(Worker&) {}
void* RegionExecution::saved_object(graph::DestroyObject) { return nullptr; }
bool RegionExecution::wants_object() const { return false; }
void RegionExecution::keep_object(void*, graph::DestroyObject) {}
void* RegionExecution::block_of_node(Worker&, const TaskSpec&) { return nullptr; }

bool is_in_region(const Worker& worker, const Task& task) {
  const RegionExecution* execution = region_execution_of(worker);
  return execution != nullptr && execution->owns(task);
}

const TaskSpec* spec_in_region(const Worker& worker, const Task& task) {
  const RegionExecution* execution = region_execution_of(worker);
  return execution == nullptr || task.has(task::kNotReplayable) ? nullptr : &execution->allocated_spec();
}

void require_code(Worker& worker) {
  if (RegionExecution* execution = region_execution_of(worker)) execution->require_code(worker);
}

void cannot_record(Worker& worker, const char* reason) {
  if (RegionExecution* execution = region_execution_of(worker)) execution->leave(worker, reason);
}

ManyTasks::ManyTasks(const Worker& worker, bool has_begun) : execution_(region_execution_of(worker)) {
  if (execution_ == nullptr) return;
  if (!has_begun) execution_->hints.take();
  execution_->hints.hold();
}

ManyTasks::~ManyTasks() {
  if (execution_ != nullptr) execution_->hints.drop();
}

}  // namespace rondo::sched
