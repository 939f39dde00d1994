// SPDX-License-Identifier: Apache-2.0
//
// The mode in which a dep_pattern is used: the k-th creation of the block is an ordinary task that takes the place of
// the pattern's k-th node, once its dependences have been compared with the pattern's, addresses renamed.
#pragma once

#include "graph/pattern/renaming.hpp"
#include "graph/record/recorded_events.hpp"
#include "graph/replay/node_cursor.hpp"
#include "region/modes/hand_over.hpp"
#include "sched/run/region.hpp"

namespace rondo::region {

class PatternUse final : public sched::RegionExecution {
 public:
  explicit PatternUse(graph::Instance& instance) : nodes_(instance) { has_events_ = instance.graph->has_events; }

  bool submit(sched::Worker& worker, task::Task& task, sched::Dependences dependences, bool& if_clause) override;
  void join(sched::Worker& worker, sched::Dependences dependences, task::Depth depth) override;
  void leave(sched::Worker& worker, const char* reason) override;

  // The block is over: nodes are left only if it differs from the pattern.
  void end(sched::Worker& worker);
  // A pattern with events, whose block is over: later siblings come behind each node by itself.
  void follow_nodes(sched::Worker& worker) { region::follow_nodes(worker, nodes_.instance(), lists_); }
  const char* mismatch() const { return mismatch_; }  // how it differs; nullptr: it does not

 private:
  const char* match(graph::Act act, sched::Dependences dependences);
  const char* difference_of(sched::Worker& worker, const task::Task& task, sched::Dependences dependences,
                            bool& if_clause);
  void note_event(sched::Worker& worker, task::Task& task);
  void abandon(sched::Worker& worker, const char* reason);

  graph::NodeCursor nodes_;
  // A pattern with events:
  NodeLists lists_;
  graph::RecordedEvents events_;  // of this use
  const char* mismatch_ = nullptr;
};

}  // namespace rondo::region
