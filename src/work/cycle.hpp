// SPDX-License-Identifier: Apache-2.0
//
// The cyclic graph of a taskiter loop among the tasks around it: behind those of the recorded iterations, before
// those that the encountering task creates later (`inline`), and one child of that task in the end.
#pragma once

#include <span>

#include "base/pod_vector.hpp"
#include "graph/cycle.hpp"
#include "graph/recorder.hpp"
#include "sched/worker.hpp"

namespace rondo::work {

// An empty body that captures nothing: for tasks of the runtime's own.
extern const task::TaskSpec kEmptyTask;

// What the recorded tasks depended on, kept for those that stand behind them and in for them.
class RecordedAccesses {
 public:
  void keep(const graph::Recorder& recorder);
  std::span<const depend::Dependence> of(graph::NodeIndex node) const {
    return {list_.data() + first_[node], list_.data() + first_[node + 1]};
  }
  bool has_joins() const { return has_joins_; }  // the loop's body waits

 private:
  base::PodVector<depend::Dependence> list_;
  base::PodVector<uint32_t> first_;  // of each node, and one more
  bool has_joins_ = false;
};

// An instance for one encounter of the loop, below the current task. It owns `graph`, unless a history holds that.
graph::Instance& open_cycle(sched::Worker& worker, graph::Graph& graph, graph::Gate gate, graph::History* history);

// The first round comes behind the recorded iterations, by dependences. Counted in the instance's tally.
void connect_first_round(sched::Worker& worker, graph::Instance& instance, const RecordedAccesses& accesses);

// `inline`: later siblings have to wait for the last round. For each node a task with its dependences, which is
// complete when the node has run for the last time. Made before any node can run, submitted behind the first round.
void make_stand_ins(sched::Worker& worker, graph::Instance& instance, const RecordedAccesses& accesses);
void submit_stand_ins(sched::Worker& worker, graph::Instance& instance, const RecordedAccesses& accesses);

// The control code has nothing more to do with the instance, which is one child of the current task from here on. Not
// earlier: the body may wait for its children. `accesses`: stand-ins are made now, complete when everything is over;
// else nullptr.
void close_cycle(sched::Worker& worker, graph::Instance& instance, const RecordedAccesses* accesses);

}  // namespace rondo::work
