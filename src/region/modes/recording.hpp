// SPDX-License-Identifier: Apache-2.0
//
// The mode in which a region's tasks are taken down while they are created and run as ordinary tasks: used by Record
// and Check, and by a loop that runs as ordinary tasks and is only watched.
#pragma once

#include "graph/record/recorder.hpp"
#include "graph/replay/kept_tasks.hpp"
#include "sched/create/create.hpp"

namespace rondo::region {

class Recording final : public sched::RegionExecution {
 public:
  enum class Objects : uint8_t { Ignored, Kept };

  explicit Recording(graph::Recorder& recorder, Unannounced unannounced = Unannounced::Recorded,
                     Objects objects = Objects::Ignored);

  bool submit(sched::Worker& worker, task::Task& task, sched::Dependences dependences, bool& if_clause) override;
  bool may_run_inline(sched::Dependences dependences) const override;
  uintptr_t order_of_next(sched::Dependences dependences) const override;
  void note_copy(const task::TaskSpec& spec, void* source, size_t bytes, size_t alignment) override;
  void join(sched::Worker& worker, sched::Dependences dependences, task::Depth depth) override;
  void meet_unrecorded(sched::Worker& worker) override;
  void leave(sched::Worker& worker, const char* reason) override;
  void begin_reducing_group(sched::Worker& worker, task::Reductions::Items items) override;
  void require_code(sched::Worker& worker) override;
  bool wants_object() const override;
  void keep_object(void* object, graph::DestroyObject destroy) override;

  // ---- The short way, without detours: see repeating_recording() ----------

  // Notes a task if it is like an earlier one, before it can run. False: it has to go the long way.
  [[gnu::always_inline]] bool note_repeated(const task::TaskSpec& spec, const void* block,
                                            const sched::Dependences& dependences) {
    if (recorder_.tasks != nullptr && !recorder_.tasks->pass(dependences)) return false;
    return recorder_.repeat(spec, block, dependences);
  }
  // The same for a task of KMP code, which has been allocated with allocated_spec().
  [[gnu::always_inline]] bool note_repeated(const task::Task& task, const sched::Dependences& dependences) {
    const task::TaskSpec& spec = allocated_spec();
    if (spec.entry.kmp != task.entry.kmp || spec.flags != task.flags) return false;
    return note_repeated(spec, task.data, dependences);
  }

 private:
  void begin_to_keep(sched::Worker& worker, graph::KeptTasks& tasks);
  void note_task(const task::TaskSpec& spec, const void* data, sched::Dependences dependences) override;

  graph::Recorder& recorder_;
  bool keeps_objects_;
};

// Records a creation, for this mode and for one that turns into it: takes the task down. `unrecordable`: why no graph
// can have the task (it is undeferred), or nullptr. True: the task has been submitted as well.
bool record_task(sched::Worker& worker, graph::Recorder& recorder, const sched::RegionExecution& execution,
                 task::Task& task, sched::Dependences dependences, const char* unrecordable);
// Likewise a wait.
void record_join(const sched::Worker& worker, graph::Recorder& recorder, sched::Dependences dependences,
                 task::Depth depth);

// Applies where a deferred task without event and priority is created that may be like an earlier one. If it is, it
// is noted, and then submitted as if there were no region, by sched::spawn_noted() or submit_noted(), or their forms
// for tasks with dependences. All others go the long way, by sched::allocate() and sched::submit(). Returns the
// execution whose next creation may be such a one, or nullptr.
inline Recording* repeating_recording(const sched::Worker& worker) {
  sched::RegionExecution* execution = sched::region_execution_of(worker);
  if (execution == nullptr || !execution->may_repeat()) return nullptr;
  if (!sched::is_fast_path_parent(*worker.current) || sched::settings.suspends) return nullptr;
  return static_cast<Recording*>(execution);
}

inline constexpr const char* kUndeferred = "it creates an undeferred task";

// The task is to run before its creator goes on.
inline bool is_undeferred(const sched::Worker& worker, bool if_clause) {
  return !if_clause || worker.current->has(task::kFinal);
}

}  // namespace rondo::region
