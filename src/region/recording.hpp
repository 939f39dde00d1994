// SPDX-License-Identifier: Apache-2.0
//
// The mode in which a region's tasks are taken down while they are created and run as ordinary tasks: used by Record
// and Check, and by a loop that runs as ordinary tasks and is only watched.
#pragma once

#include "graph/record/recorder.hpp"
#include "sched/region.hpp"

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

 private:
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

inline constexpr const char* kUndeferred = "it creates an undeferred task";

// The task is to run before its creator goes on.
inline bool is_undeferred(const sched::Worker& worker, bool if_clause) {
  return !if_clause || worker.current->has(task::kFinal);
}

}  // namespace rondo::region
