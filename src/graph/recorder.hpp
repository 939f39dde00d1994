// SPDX-License-Identifier: Apache-2.0
//
// Takes down the tasks of a region in creation order, while they are created and run by ordinary means. It only
// copies what it is told; what depends on what is worked out by compile(), afterwards.
#pragma once

#include <span>

#include "base/pod_vector.hpp"
#include "depend/access.hpp"
#include "graph/announcement.hpp"
#include "graph/graph.hpp"
#include "graph/padding.hpp"

namespace rondo::graph {

struct RecordedNode {
  task::TaskSpec spec;
  uint32_t first_dependence;
  uint32_t n_dependences;
  uint64_t payload;  // offset in Recorder::pristine
  NodeKind kind;
  task::Depth depth;  // of a join
  uint16_t copy;      // of a loop's body: which iteration
};

// Pristine blocks are packed, and copied in whole cache lines: behind the last one there is room for such a copy.
inline constexpr size_t kPristineAlignment = 16;

class Recorder {
 public:
  // `keeps_data`: also copy the captured data of trivial tasks, for pure replays. `clears_blocks`: the bytes between
  // captured variables are to be zero, so that the copies of two encounters can be compared.
  explicit Recorder(bool keeps_data, bool clears_blocks = false)
      : keeps_data_(keeps_data), clears_blocks_(clears_blocks) {}

  // Before the task can run. `block` is the compiler's block, filled. `announced`: what was said of the task.
  void add_task(const task::TaskSpec& spec, const void* block, std::span<const depend::Dependence> dependences,
                const Announcement& announced = {});

  // The control code waits here for the predecessors that a task with these dependences would have; without
  // dependences, for everything created so far, and with Depth::Descendants for what that has created, too.
  void add_join(std::span<const depend::Dependence> dependences, task::Depth depth);

  // The end of an iteration whose successor has to be decided on: behind the predecessors of a task with these
  // dependences or, without any, behind the whole iteration.
  void add_condition(std::span<const depend::Dependence> dependences);

  // The control code does something in each encounter that no node stands for: replays execute it.
  void require_code() { requires_code_ = true; }

  // The control code creates a task that is not part of the record.
  void note_stranger() { has_strangers_ = true; }
  bool has_strangers() const { return has_strangers_; }

  // Recording cannot go on; the first reason counts.
  void give_up(const char* reason) {
    if (reason_ == nullptr) reason_ = reason;
  }
  const char* reason() const { return reason_; }
  bool keeps_data() const { return keeps_data_; }
  bool clears_blocks() const { return clears_blocks_; }

  // All data that the tasks captured is kept: a replay may skip the control code.
  bool can_skip_code() const { return has_all_data_ && !requires_code_; }
  // It was announced of every task that nothing of its data is to be refreshed.
  bool is_settled() const { return is_settled_ && has_announced_; }

  uint16_t copy = 0;  // the iteration of a loop that is being recorded
  base::PodVector<RecordedNode> nodes;
  base::PodVector<depend::Dependence> dependences;
  base::PodVector<char> pristine;
  base::PodVector<SavedBytes> saved;
  Padding padding;  // only if blocks are cleared

 private:
  RecordedNode& add(NodeKind kind, std::span<const depend::Dependence> dependences);

  void keep(RecordedNode& node, const void* block, const Announcement& announced);

  bool keeps_data_;
  bool has_all_data_ = true;
  bool is_settled_ = true;
  bool has_announced_ = false;
  bool requires_code_ = false;
  bool has_strangers_ = false;
  bool clears_blocks_;
  const char* reason_ = nullptr;
};

// The graph of what was recorded; memory from the C library.
Graph* compile(Recorder& recorder);

// The cyclic graph of a loop that repeats what was recorded; see cycle.hpp.
Graph* compile_cycle(Recorder& recorder, Gate gate);
void free_graph(Graph* graph);

}  // namespace rondo::graph
