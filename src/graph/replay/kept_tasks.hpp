// SPDX-License-Identifier: Apache-2.0
//
// A task of a loop runs once at a time: it comes behind itself in the round before. Most tasks do by their
// dependences. A task for which no address leads there, because it has no dependences, or only such as may overlap,
// is kept: the same task of the next round gets an edge from it, and so does the first round of a cyclic graph. Kept
// until then, by the task's position among the tasks and waits of its round.
#pragma once

#include <span>

#include "base/pod_vector.hpp"
#include "depend/dep_node.hpp"
#include "graph/model/graph.hpp"

namespace rondo::graph {

class KeptTasks {
 public:
  // None: it is only looked whether nothing orders some; then the loop waits for them before the next round.
  // All: also those that are ordered, because the loop waits for its own tasks.
  enum class Which : uint8_t { None, Unordered, All };

  // Whether a task with these dependences is kept.
  bool takes(std::span<const depend::Dependence> dependences) const {
    return which == Which::All || (which == Which::Unordered && !is_ordered(dependences));
  }

  // look(), for a task that may be kept. False: it is.
  bool pass(std::span<const depend::Dependence> dependences) {
    if (is_ordered(dependences)) return which != Which::All;
    has_unordered_ = true;
    return which == Which::None;
  }

  void look(std::span<const depend::Dependence> dependences) { has_unordered_ |= !is_ordered(dependences); }
  bool has_unordered() const { return has_unordered_; }

  // Creator, before the task can run: its node stays until release(), or until the next round's is kept.
  void keep(uint32_t position, depend::DepNode& node, task::Slab& slab) {
    node.own().n_named++;
    if (nodes_.size() <= position) nodes_.resize(position + size_t{1}, nullptr);
    if (nodes_[position] != nullptr) depend::unname(*nodes_[position], slab);
    nodes_[position] = &node;
  }

  // nullptr: none is kept.
  depend::DepNode* of(uint32_t position) const { return position < nodes_.size() ? nodes_[position] : nullptr; }
  // By position, with gaps.
  std::span<depend::DepNode* const> nodes() const { return {nodes_.data(), nodes_.size()}; }

  void release(task::Slab& slab) {
    for (depend::DepNode* node : nodes_) {
      if (node != nullptr) depend::unname(*node, slab);
    }
    nodes_.clear();
  }

  Which which = Which::Unordered;

  // What stands, to tools, for the order of the task at `position` and itself in the round before: no variable of a
  // program has such an address.
  static uintptr_t variable_of(uint32_t position) {
    constexpr uintptr_t kUpperHalf = ~(~uintptr_t{0} >> 1);
    return kUpperHalf | (position + uintptr_t{1}) * sizeof(uintptr_t);
  }

  // A task with these dependences comes behind an earlier one with the same.
  static bool is_ordered(std::span<const depend::Dependence> dependences) {
    for (const depend::Dependence& dependence : dependences) {
      if (dependence.kind == depend::Kind::Out || dependence.kind == depend::Kind::MutexInOutSet) return true;
    }
    return false;
  }

 private:
  bool has_unordered_ = false;
  base::PodVector<depend::DepNode*> nodes_;
};

}  // namespace rondo::graph
