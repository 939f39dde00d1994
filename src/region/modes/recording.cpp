// SPDX-License-Identifier: Apache-2.0
#include "region/modes/recording.hpp"

#include "graph/replay/kept_tasks.hpp"
#include "sched/create/create.hpp"
#include "sched/wait/taskwait.hpp"

namespace rondo::region {

using graph::Recorder;
using sched::Dependences;
using sched::Worker;
using task::Task;
using task::TaskSpec;

bool record_task(Worker& worker, Recorder& recorder, const sched::RegionExecution& execution, Task& task,
                 Dependences dependences, const char* unrecordable) {
  TaskSpec spec = execution.allocated_spec();
  spec.priority = task.priority;  // KMP code says it after the allocation
  const bool is_deferred = unrecordable == nullptr;
  if (unrecordable != nullptr) recorder.give_up(unrecordable);
  if ((spec.flags & task::kDetachable) != 0)
    recorder.announce_event(reinterpret_cast<uintptr_t>(&task), worker.current->group);
  recorder.add_task(spec, task.data, dependences, execution.hints);
  if (!is_deferred) return false;
  return sched::submit_kept(worker, task, recorder, dependences) || sched::run_past_cutoff(worker, task, dependences);
}

void record_join(const Worker& worker, Recorder& recorder, Dependences dependences, task::Depth depth) {
  const task::TaskGroup* group = worker.current->group;
  if (depth == task::Depth::Descendants) {
    recorder.end_group_of(group);
  } else if (dependences.empty()) {
    recorder.end_wait();
  }
  const bool ends_reduction = depth == task::Depth::Descendants && group->reductions != nullptr;
  ends_reduction ? recorder.end_group() : recorder.add_join(dependences, depth);
}

Recording::Recording(Recorder& recorder, Unannounced unannounced, Objects objects)
    : RegionExecution(unannounced), recorder_(recorder), keeps_objects_(objects == Objects::Kept) {
  clears_blocks_ = recorder.clears_blocks();
  may_repeat_ = takes_unannounced() && !clears_blocks_;
}

// A loop's tasks so far are over before its first detachable one: its event may come in a later round, so from here
// on tasks of the loop come behind themselves, and nothing waits for them between rounds.
void Recording::begin_to_keep(Worker& worker, graph::KeptTasks& tasks) {
  task::Domain& domain = *worker.current->domain;
  domain.execution = nullptr;
  sched::taskwait(worker);
  domain.execution = this;
  tasks.which = graph::KeptTasks::Which::Unordered;
}

bool Recording::submit(Worker& worker, Task& task, Dependences dependences, bool& if_clause) {
  if (task.has(task::kNotReplayable)) return false;
  const char* unrecordable = is_undeferred(worker, if_clause) ? kUndeferred : nullptr;
  if (recorder_.tasks != nullptr && unrecordable == nullptr) {
    const bool keeps_none = recorder_.tasks->which == graph::KeptTasks::Which::None;
    if (keeps_none && task.has(task::kDetachable)) begin_to_keep(worker, *recorder_.tasks);
    recorder_.tasks->look(dependences);
  }
  return record_task(worker, recorder_, *this, task, dependences, unrecordable);
}

// A task that the loop keeps comes behind itself in the round before. Check mode compares blocks, and needs them.
bool Recording::may_run_inline(Dependences dependences) const {
  return !clears_blocks_ && (recorder_.tasks == nullptr || !recorder_.tasks->takes(dependences));
}

void Recording::note_task(const TaskSpec& spec, const void* data, Dependences dependences) {
  if (recorder_.tasks != nullptr) recorder_.tasks->look(dependences);
  recorder_.add_task(spec, data, dependences, hints);
}

// Only a loop keeps tasks.
uintptr_t Recording::order_of_next(Dependences dependences) const {
  if (recorder_.tasks == nullptr || graph::KeptTasks::is_ordered(dependences)) return 0;
  return graph::KeptTasks::variable_of(recorder_.n_met);
}

void Recording::note_copy(const TaskSpec& spec, void* source, size_t bytes, size_t alignment) {
  if (bytes == 0 || !spec.is_trivial) return;
  recorder_.padding.observe(spec.entry, recorder_.notes.size(), source, bytes, alignment);
}

void Recording::join(Worker& worker, Dependences dependences, task::Depth depth) {
  record_join(worker, recorder_, dependences, depth);
}

void Recording::meet_unrecorded(Worker&) { recorder_.note_unrecorded_task(); }

void Recording::leave(Worker&, const char* reason) { recorder_.give_up(reason); }

void Recording::begin_reducing_group(Worker&, task::Reductions::Items items) { recorder_.begin_group(items); }

void Recording::require_code(Worker&) { recorder_.require_code(); }

bool Recording::wants_object() const { return keeps_objects_ && hints.is_replayable(false); }

void Recording::keep_object(void* object, graph::DestroyObject destroy) {
  recorder_.objects.add(static_cast<graph::NodeIndex>(recorder_.notes.size()), object, destroy);
}

}  // namespace rondo::region
