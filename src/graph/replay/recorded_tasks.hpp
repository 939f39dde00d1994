// SPDX-License-Identifier: Apache-2.0
//
// The recorded tasks of a loop for which a later task with the same dependences would not wait: they have none, or
// only such as may overlap. In the cyclic graph each of them follows itself, so its first round has to come behind
// the recorded task, and no address leads to that. Kept from the recording until the first round is connected. Of a
// loop that runs as ordinary tasks it is only known whether there are such tasks.
#pragma once

#include <span>

#include "base/pod_vector.hpp"
#include "depend/dep_node.hpp"
#include "graph/model/graph.hpp"

namespace rondo::graph {

class RecordedTasks {
 public:
  // A task with these dependences comes behind an earlier one with the same.
  static bool is_ordered(std::span<const depend::Dependence> dependences) {
    for (const depend::Dependence& dependence : dependences) {
      if (dependence.kind == depend::Kind::Out || dependence.kind == depend::Kind::MutexInOutSet) return true;
    }
    return false;
  }

  // Creator, before the task can run: its node stays until release().
  void keep(NodeIndex index, depend::DepNode& node) {
    node.n_named++;
    if (nodes_.size() <= index) nodes_.resize(index + size_t{1}, nullptr);
    nodes_[index] = &node;
  }
  // The same of a task that is not recorded.
  void meet() { has_met_ = true; }
  bool has_met() const { return has_met_; }
  void forget_met() { has_met_ = false; }

  bool is_empty() const { return nodes_.size() == 0; }
  // nullptr: none is kept.
  depend::DepNode* of(NodeIndex index) const { return index < nodes_.size() ? nodes_[index] : nullptr; }

  void release(task::Slab& slab) {
    for (depend::DepNode* node : nodes_) {
      if (node != nullptr) depend::unname(*node, slab);
    }
    nodes_.clear();
  }

 private:
  base::PodVector<depend::DepNode*> nodes_;  // by index, with gaps
  bool has_met_ = false;
};

}  // namespace rondo::graph
