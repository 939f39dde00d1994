// SPDX-License-Identifier: Apache-2.0
//
// What an instance has only while a tool watches the process, or it is traced: the tasks that its nodes stand for,
// and what these depend on. sched/run/observe_nodes.hpp tells of them.
#pragma once

#include <span>

#include "graph/model/backward.hpp"
#include "graph/record/accesses.hpp"
#include "graph/record/recorded_lists.hpp"
#include "graph/replay/instance.hpp"
#include "task/observed.hpp"

namespace rondo::graph {

class ObservedNodes {
 public:
  // `lists` and `accesses`: what the nodes have been recorded with, in one form or the other; or nullptr.
  ObservedNodes(const Instance& instance, const RecordedLists* lists, const RecordedAccesses* accesses);

  // What the task of a node that the runtime creates depends on, as it is told. The recorded dependences; and what
  // orders the nodes besides: in a variable of its own for each wait of the region's code, and where no dependences
  // are known, for each node.
  std::span<const depend::Dependence> of(NodeIndex node) const {
    return {list_.data() + first_[node], list_.data() + first_[node + 1]};
  }

  // visit(predecessor) for each edge from a task of the same round.
  template <class Visit>
  void for_each_predecessor(NodeIndex node, Visit visit) const {
    backward_.for_each(node, [&](NodeIndex before, bool is_crossing) {
      if (!is_crossing) visit(before);
    });
  }

  // Of each node: the record of the task that it stands for; nullptr: none has been created, or it is over.
  std::span<task::Observed*> records;
  // The task that the nodes are created for: its word, since a loop that is not waited for may outlive it.
  ompt::Data creator;
  uint64_t creator_id = 0;
  const void* caller = nullptr;  // where it has called the runtime
  bool runs_units = true;  // members of a unit follow each other; else the control code goes through the nodes in turn

 private:
  class Waits;
  void add_order(const Instance& instance, const Waits& waits, NodeIndex node, bool is_known);
  void add_waits_before(const Instance& instance, NodeIndex wait);

  Backward backward_;
  base::PodVector<task::Observed*> records_;
  base::PodVector<depend::Dependence> list_;
  base::PodVector<uint32_t> first_;
};

// Memory from the C library; free_instance() ends it.
ObservedNodes* make_observed_nodes(const Instance& instance, const RecordedLists* lists,
                                   const RecordedAccesses* accesses);
void free_observed_nodes(ObservedNodes* nodes);

}  // namespace rondo::graph
