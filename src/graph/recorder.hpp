// SPDX-License-Identifier: Apache-2.0
//
// Takes down the tasks of a region in creation order, while they are created and run by ordinary means. It only
// copies what it is told; what depends on what is worked out by compile(), afterwards.
#pragma once

#include <span>

#include "base/pod_vector.hpp"
#include "depend/access.hpp"
#include "graph/graph.hpp"

namespace rondo::graph {

struct RecordedNode {
  task::TaskSpec spec;
  uint32_t first_dependence;
  uint32_t n_dependences;
  uint64_t payload;  // offset in Recorder::pristine
  NodeKind kind;
  task::Depth depth;  // of a join
};

// Pristine blocks are packed, and copied in whole cache lines: behind the last one there is room for such a copy.
inline constexpr size_t kPristineAlignment = 16;

class Recorder {
 public:
  // `keeps_data`: also copy the captured data of trivial tasks, for pure replays.
  explicit Recorder(bool keeps_data) : keeps_data_(keeps_data) {}

  // Before the task can run. `block` is the compiler's block, filled.
  void add_task(const task::TaskSpec& spec, const void* block, std::span<const depend::Dependence> dependences);

  // The control code waits here for the predecessors that a task with these dependences would have; without
  // dependences, for everything created so far, and with Depth::Descendants for what that has created, too.
  void add_join(std::span<const depend::Dependence> dependences, task::Depth depth);

  // Recording cannot go on; the first reason counts.
  void give_up(const char* reason) {
    if (reason_ == nullptr) reason_ = reason;
  }
  const char* reason() const { return reason_; }
  bool keeps_data() const { return keeps_data_; }

  base::PodVector<RecordedNode> nodes;
  base::PodVector<depend::Dependence> dependences;
  base::PodVector<char> pristine;

 private:
  RecordedNode& add(NodeKind kind, std::span<const depend::Dependence> dependences);

  bool keeps_data_;
  const char* reason_ = nullptr;
};

// The graph of what was recorded; memory from the C library.
Graph* compile(Recorder& recorder);
void free_graph(Graph* graph);

}  // namespace rondo::graph
