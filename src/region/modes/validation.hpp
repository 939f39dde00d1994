// SPDX-License-Identifier: Apache-2.0
//
// The mode in which a loop whose graph has been kept is entered again: what its first iterations create is captured
// and compared with the graph before any of it starts. If it differs, the captures so far become ordinary tasks, and
// so do the creations that follow; both are recorded, if nothing of the loop has run from the graph.
#pragma once

#include "graph/record/accesses.hpp"
#include "graph/record/recorder.hpp"
#include "graph/replay/node_cursor.hpp"
#include "sched/run/region.hpp"

namespace rondo::region {

class Validation final : public sched::RegionExecution {
 public:
  // Of the nodes [begin, end). Those from `first_validated` on have not started yet. `otherwise` records if the loop
  // turns out to be another one; nullptr: its tasks are ordinary ones, behind everything that has started.
  Validation(graph::Instance& instance, graph::NodeIndex begin, graph::NodeIndex end,
             const graph::RecordedAccesses& accesses, graph::NodeIndex first_validated, graph::Recorder* otherwise);

  uintptr_t order_of_next(sched::Dependences dependences) const override;
  bool submit(sched::Worker& worker, task::Task& task, sched::Dependences dependences, bool& if_clause) override;
  void join(sched::Worker& worker, sched::Dependences dependences, task::Depth depth) override;
  void meet_unrecorded(sched::Worker& worker) override;
  void leave(sched::Worker& worker, const char* reason) override;
  void begin_reducing_group(sched::Worker& worker, task::Reductions::Items items) override;
  void require_code(sched::Worker& worker) override;

  // The iteration is over: true if it is the kept one. Else the loop is another one.
  bool end(sched::Worker& worker, bool complete);
  bool is_recording() const { return state_ == State::Recording; }

 private:
  enum class State : uint8_t {
    Withholding,  // nothing that is captured has started: the loop may still turn out to be another one
    Recording,    // it is, and is recorded
    FallenBack,   // it is, and its tasks are ordinary ones
  };

  void* block_of_node(sched::Worker& worker, const task::TaskSpec& spec) override;
  void validate(sched::Worker& worker, task::Task& task, sched::Dependences dependences, bool is_undeferred);
  // The loop is another one: the tasks captured so far become ordinary tasks.
  void fall_back(sched::Worker& worker);
  // Called before something that the kept loop does not do. True: it is recorded.
  bool records_instead(sched::Worker& worker);
  void create_copy(sched::Worker& worker, const task::TaskSpec& spec, const void* block,
                   sched::Dependences dependences);

  State state_ = State::Withholding;
  graph::NodeCursor nodes_;
  const graph::RecordedAccesses& accesses_;
  graph::NodeIndex first_validated_;
  graph::Recorder* recorder_;
};

}  // namespace rondo::region
