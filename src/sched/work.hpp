// SPDX-License-Identifier: Apache-2.0
//
// What lies in a deque: one word that names either a task or a node of a replay.
#pragma once

#include <cstdint>

#include "graph/graph.hpp"
#include "task/task.hpp"

namespace rondo::sched {

class Work {
 public:
  using Word = uintptr_t;

  Work() = default;
  explicit Work(task::Task* task) : word_(reinterpret_cast<Word>(task)) {}
  explicit Work(graph::NodeState* node) : word_(reinterpret_cast<Word>(node) | kNode) {}
  static Work from_word(Word word) {
    Work work;
    work.word_ = word;
    return work;
  }

  explicit operator bool() const { return word_ != 0; }
  Word word() const { return word_; }
  bool is_node() const { return (word_ & kNode) != 0; }
  task::Task* task() const { return reinterpret_cast<task::Task*>(word_); }
  graph::NodeState* node() const { return reinterpret_cast<graph::NodeState*>(word_ & ~kNode); }

 private:
  static constexpr Word kNode = 1;
  Word word_ = 0;
};

}  // namespace rondo::sched
