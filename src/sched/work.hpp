// SPDX-License-Identifier: Apache-2.0
//
// An entry of a deque: one word that names a task, a node of a replay, with a place or without, a batch (ready nodes
// of one instance that are linked by NodeState::next and run one after the other), or a range of a replay's roots.
#pragma once

#include <cstdint>

#include "graph/model/graph.hpp"
#include "task/task.hpp"

namespace rondo::sched {

class Work {
 public:
  using Word = uintptr_t;

  Work() = default;
  explicit Work(task::Task* task) : word_(reinterpret_cast<Word>(task)) {}
  explicit Work(graph::NodeState* node) : word_(reinterpret_cast<Word>(node) | kNode) {}
  // `nodes`: linked, at least one.
  static Work batch(graph::NodeState* nodes) {
    Work work(nodes);
    if (nodes->next != nullptr) work.word_ |= kBatch;
    return work;
  }
  // A node that has no place: any worker may steal it at once, as a task.
  static Work unplaced(graph::NodeState* node) {
    Work work(node);
    work.word_ |= kUnplaced;
    return work;
  }
  static Work range(graph::NodeState& proxy) {
    Work work(&proxy);
    work.word_ |= kRange;
    return work;
  }
  static Work from_word(Word word) {
    Work work;
    work.word_ = word;
    return work;
  }

  explicit operator bool() const { return word_ != 0; }
  Word word() const { return word_; }
  bool is_node() const { return (word_ & kNode) != 0; }
  task::Task* task() const { return reinterpret_cast<task::Task*>(word_); }
  bool is_batch() const { return (word_ & kTags) == (kNode | kBatch); }
  bool is_range() const { return (word_ & kTags) == (kNode | kRange); }
  // A thief leaves it to its slot for a while.
  bool is_placed() const { return is_node() && (word_ & kUnplaced) != kUnplaced; }
  // The first of a batch, the proxy of a range.
  graph::NodeState* node() const { return reinterpret_cast<graph::NodeState*>(word_ & ~kTags); }

  // A list of tasks and nodes, by their own links. Not of batches, whose nodes are linked already.
  void link(Work next) const {
    auto set = [next](auto* item) { item->next = reinterpret_cast<decltype(item)>(next.word_); };
    is_node() ? set(node()) : set(task());
  }
  Work next() const {
    return from_word(is_node() ? reinterpret_cast<Word>(node()->next) : reinterpret_cast<Word>(task()->next));
  }

 private:
  static constexpr Word kNode = 1;
  static constexpr Word kBatch = 2;
  static constexpr Word kRange = 4;
  static constexpr Word kUnplaced = kBatch | kRange;
  static constexpr Word kTags = 7;
  Word word_ = 0;
};

}  // namespace rondo::sched
