// SPDX-License-Identifier: Apache-2.0
#include "sched/run/observe.hpp"

#include "depend/table.hpp"
#include "sched/process.hpp"
#include "sched/run/region.hpp"

namespace rondo::sched {

using ompt::Endpoint;
using ompt::Event;
using ompt::State;
using ompt::SyncKind;
using ompt::TaskStatus;
using task::Observed;
using task::Task;

// ---- The program calls the runtime -------------------------------------------------------------------------------

void Entered::begin(Call call) {
  task_ = task::observed_of(*worker_.current);
  outer_.address = worker_.record.caller;
  worker_.record.caller = call.address;
  if (task_ == nullptr) return;
  outer_.frame = task_->frame.enter.pointer;
  task_->frame.enter.pointer = call.frame;
  task_->frame.enter_flags = ompt::kRuntimeFramePointer;
}

void Entered::end() {
  worker_.record.caller = outer_.address;
  if (task_ != nullptr) task_->frame.enter.pointer = outer_.frame;
}

void Entered::hand_over() {
  Observed* begun = task::observed_of(*worker_.current);
  if (begun == nullptr || task_ == nullptr) return;
  begun->frame.exit = task_->frame.enter;
  begun->frame.exit_flags = ompt::kRuntimeFramePointer;
  begun->frame.enter = {};
  task_ = nullptr;
}

void come_back(Worker& worker) {
  if (Observed* task = task::observed_of(*worker.current)) task->frame.enter = {};
}

void share_call(Observed& begun) {
  begun.frame = begun.below->frame;
  begun.frame.exit = begun.frame.enter;
}

// ---- Waits -------------------------------------------------------------------------------------------------------

namespace {

State state_of(SyncKind kind) {
  switch (kind) {
    case SyncKind::ExplicitBarrier:
      return State::WaitExplicitBarrier;
    case SyncKind::ImplementationBarrier:
      return State::WaitImplementationBarrier;
    case SyncKind::Taskwait:
      return State::WaitTaskwait;
    case SyncKind::Taskgroup:
      return State::WaitTaskgroup;
    case SyncKind::Reduction:
      return State::WorkReduction;
    case SyncKind::WorkshareBarrier:
      return State::WaitWorkshareBarrier;
    case SyncKind::ParallelBarrier:
      return State::WaitParallelBarrier;
  }
  return State::Undefined;
}

}  // namespace

void begin_sync(Worker& worker, SyncKind kind, const void* caller) {
  ompt::sync_region(worker.record, Event::SyncRegion, kind, Endpoint::Begin, parallel_of(worker), current_data(worker),
                    caller);
}

void end_sync(Worker& worker, SyncKind kind, const void* caller) {
  ompt::sync_region(worker.record, Event::SyncRegion, kind, Endpoint::End, parallel_of(worker), current_data(worker),
                    caller);
}

void begin_wait(Worker& worker, SyncKind kind) {
  ompt::sync_region(worker.record, Event::SyncRegionWait, kind, Endpoint::Begin, parallel_of(worker),
                    current_data(worker), worker.record.caller);
  worker.record.state = state_of(kind);
}

void end_wait(Worker& worker, SyncKind kind) {
  worker.record.state = State::Undefined;
  ompt::sync_region(worker.record, Event::SyncRegionWait, kind, Endpoint::End, parallel_of(worker),
                    current_data(worker), worker.record.caller);
}

// ---- Tasks -------------------------------------------------------------------------------------------------------

namespace {

ompt::DependenceKind kind_of(const depend::Dependence& dependence) {
  if (dependence.address == depend::kAllMemory) return ompt::DependenceKind::OutAllMemory;
  switch (dependence.kind) {
    case depend::Kind::In:
      return ompt::DependenceKind::In;
    case depend::Kind::Out:
      return ompt::DependenceKind::InOut;
    case depend::Kind::MutexInOutSet:
      return ompt::DependenceKind::MutexInOutSet;
    case depend::Kind::InOutSet:
      return ompt::DependenceKind::InOutSet;
  }
  return ompt::DependenceKind::InOut;
}

void tell_dependences(Worker& worker, ompt::Data& task, Dependences dependences, uintptr_t order) {
  const size_t n = dependences.size() + (order != 0 ? 1 : 0);
  if (n == 0 || (!ompt::wants(Event::Dependences) && !trace::is_on())) return;
  auto* list = static_cast<ompt::Dependence*>(worker.slab.allocate(n * sizeof(ompt::Dependence)));
  for (size_t i = 0; i < dependences.size(); i++) {
    list[i].variable.value = dependences[i].address;
    list[i].kind = kind_of(dependences[i]);
  }
  if (order != 0) {
    list[n - 1].variable.value = order;
    list[n - 1].kind = ompt::DependenceKind::InOut;
  }
  ompt::dependences(worker.record, &task, {list, n});
  worker.slab.release(list);
}

// A table may name the task's node, and a graph its record, for longer than the tool knows the task. Without a tool
// the record of a graph's node is looked at by those only who come before or behind the task.
void leave_node(const Task& task) {
  Observed& record = *task.entry.observed;
  if (ompt::process.tool == nullptr) {
    if (record.place != nullptr) *record.place = nullptr;
    return;
  }
  if (task.node == nullptr && record.place == nullptr) return;
  sync::SpinGuard guard(process.observed_nodes);
  if (task.node != nullptr) task.node->set_task(nullptr);
  if (record.place != nullptr) *record.place = nullptr;
}

void tell_predecessors(const Worker& worker, Observed& record, Dependences dependences) {
  const task::Domain* domain = worker.current->domain;
  if (dependences.empty() || !ompt::wants(Event::TaskDependence) || domain == nullptr || domain->table == nullptr)
    return;
  sync::SpinGuard guard(process.observed_nodes);
  domain->table->for_each_predecessor(dependences, [&](const depend::DepNode& before) {
    if (before.task() == nullptr || !before.task()->has(task::kObserved)) return;  // over, or the runtime's own
    ompt::task_dependence(task::data_of(*before.task()), &record.data);
  });
}

// A task of the program, with its place among its siblings.
void tell_creation_by_current(Worker& worker, Observed& record, uint32_t flags, bool is_undeferred,
                              Dependences dependences) {
  if (is_undeferred) record.flags |= ompt::kUndeferredTask;
  if (worker.current->has(task::kFinal)) record.flags |= ompt::kFinalTask;
  const RegionExecution* execution = region_execution_of(worker);
  const uintptr_t order = execution != nullptr ? execution->order_of_next(dependences) : 0;
  tell_creation(worker, current_creator(worker), record, flags, dependences, order);
  tell_predecessors(worker, record, dependences);
}

}  // namespace

Creator current_creator(const Worker& worker) {
  Observed* creator = task::observed_of(*worker.current);
  return creator != nullptr ? Creator{&creator->data, &creator->frame} : Creator{nullptr, nullptr};
}

void tell_creation(Worker& worker, Creator creator, Observed& record, uint32_t flags, Dependences dependences,
                   uintptr_t order) {
  if ((flags & task::kUnconstrained) != 0) record.flags |= ompt::kUntiedTask;
  if ((flags & task::kFinal) != 0) record.flags |= ompt::kFinalTask;
  record.id = ompt::task_create(worker.record, creator.data, creator.frame, &record.data, record.flags,
                                !dependences.empty() || order != 0, reinterpret_cast<const void*>(record.entry.gomp),
                                worker.record.caller);
  tell_dependences(worker, record.data, dependences, order);
}

ObservedTaskwait::ObservedTaskwait(Worker& worker, Dependences dependences) : worker_(worker) {
  if (dependences.empty()) {
    begin_sync(worker, SyncKind::Taskwait, worker.record.caller);
  } else {
    task::TaskSpec spec = {};
    observe(worker, spec, ompt::kTaskwaitTask | ompt::kUndeferredTask | ompt::kMergeableTask);
    record_ = spec.entry.observed;
    tell_creation(worker, current_creator(worker), *record_, spec.flags & ~uint32_t{task::kObserved}, dependences);
    tell_predecessors(worker, *record_, dependences);
  }
  begin_wait(worker, SyncKind::Taskwait);
}

ObservedTaskwait::~ObservedTaskwait() {
  end_wait(worker_, SyncKind::Taskwait);
  if (record_ == nullptr) {
    end_sync(worker_, SyncKind::Taskwait, worker_.record.caller);
  } else {
    ompt::task_end(worker_.record, &record_->data, record_->id, TaskStatus::TaskwaitComplete, nullptr);
    forget(worker_, *record_);
  }
}

void observe(Worker& worker, task::TaskSpec& spec, uint32_t kind) {
  auto* record = new (worker.slab.allocate(sizeof(Observed))) Observed;
  record->entry = spec.entry;
  record->flags = kind;
  task::give_record(spec, record);
}

void forget(Worker& worker, Observed& record) { worker.slab.release(&record); }

void note_creation(Worker& worker, Observed& record, const task::TaskSpec& spec, bool is_undeferred,
                   Dependences dependences) {
  tell_creation_by_current(worker, record, spec.flags, is_undeferred, dependences);
}

void note_creation(Worker& worker, const Task& task, bool is_undeferred, Dependences dependences) {
  tell_creation_by_current(worker, *task.entry.observed, task.flags, is_undeferred, dependences);
}

void begin_observed(Worker& worker, Observed& record, Task& on_top_of) {
  record.below = task::observed_of(on_top_of);
  record.parallel = parallel_of(worker);
  record.thread_num = worker.slot->index;
  const bool is_yield = record.below != nullptr && record.below->is_yielding;
  ompt::task_begin(worker.record, task::data_of(on_top_of), is_yield ? TaskStatus::Yield : TaskStatus::Switch,
                   &record.data, record.id);
  if (record.chunk.n_iterations == 0) return;
  ompt::Data instance;
  instance.pointer = &record.chunk;
  ompt::dispatch(worker.record, record.parallel, &record.data, ompt::DispatchKind::TaskloopChunk, instance);
}

void end_observed(Worker& worker, Task& task, Task& resumed, TaskStatus status) {
  Observed& record = *task.entry.observed;
  if (!task.has(task::kDetachable)) {
    leave_node(task);
    ompt::task_end(worker.record, &record.data, record.id, status, task::data_of(resumed));
    return forget(worker, record);
  }
  sync::SpinGuard guard(record.lock);
  record.is_body_over = true;
  if (record.n_awaited != 0) status = TaskStatus::Detach;
  if (record.n_awaited == 0) leave_node(task);
  ompt::task_end(worker.record, &record.data, record.id, status, task::data_of(resumed));
}

void note_switch(const Worker& worker, const Task& next, uintptr_t stack) {
  ompt::stack(worker.record, stack);
  if (&next == worker.current) return;
  ompt::Data* prior = task::data_of(*worker.current);
  ompt::Data* data = task::data_of(next);
  if (prior != nullptr && data != nullptr) ompt::task_switch(prior, data);
}

void note_hold(Task& task, bool has_event) {
  Observed& record = *task.entry.observed;
  sync::SpinGuard guard(record.lock);
  record.n_awaited = has_event ? record.n_awaited + 1 : 1;
}

void note_fulfilled(const Worker& worker, Task& task, bool is_event) {
  Observed& record = *task.entry.observed;
  sync::SpinGuard guard(record.lock);
  record.n_awaited--;
  if (record.is_body_over && record.n_awaited == 0) {
    leave_node(task);
    ompt::task_fulfil(worker.record, &record.data, record.id, TaskStatus::LateFulfill);
  } else if (!record.is_body_over && is_event) {
    ompt::task_fulfil(worker.record, &record.data, record.id, TaskStatus::EarlyFulfill);
  }
}

void forget_detachable(Worker& worker, Task& task) {
  if (task.has(task::kObserved)) return forget(worker, *task.entry.observed);
  if (task.node == nullptr || !ompt::is_on()) return;
  sync::SpinGuard guard(process.observed_nodes);
  task.node->set_task(nullptr);
}

void note_discarded(Worker& worker, Task& task) {
  ompt::cancel(&task.entry.observed->data, ompt::kCancelsTaskgroup | ompt::kDiscardedTask, nullptr);
  begin_observed(worker, *task.entry.observed, *worker.current);
  end_observed(worker, task, *worker.current, TaskStatus::Cancel);
}

}  // namespace rondo::sched
