// SPDX-License-Identifier: Apache-2.0
//
// One encounter of a task graph region whose block is being executed: it is either taken down (Record), or its k-th
// creation refreshes the k-th node (Recapture). The creating task's domain points here; task creation asks it first.
// No scheduling: what becomes ready is returned.
#pragma once

#include <span>

#include "graph/instance.hpp"
#include "graph/recorder.hpp"

namespace rondo::graph {

class Encounter {
 public:
  enum class Mode : uint8_t { Record, Recapture };

  explicit Encounter(Recorder& recorder) : mode_(Mode::Record), recorder_(&recorder) {}
  explicit Encounter(Instance& instance) : mode_(Mode::Recapture), instance_(&instance) {}

  Mode mode() const { return mode_; }
  Recorder& recorder() { return *recorder_; }
  Instance& instance() { return *instance_; }
  bool has_mismatch() const { return mismatch_ != nullptr; }
  const char* mismatch() const { return mismatch_; }

  // Recapture: the node that stands for a creation of this shape, or nullptr if the region does not do what was
  // recorded.
  const Node* expect(const task::TaskSpec& spec) const {
    const Node& node = instance_->graph->nodes[cursor_];
    if (cursor_ == instance_->graph->n_nodes || node.kind != NodeKind::Task) return nullptr;
    bool same = node.entry.gomp == spec.entry.gomp && node.block_bytes == spec.block_bytes &&
                node.shareds_offset == spec.shareds_offset && node.task_flags == spec.flags;
    return same ? &node : nullptr;
  }
  const Node* expect_join() const {
    const Node& node = instance_->graph->nodes[cursor_];
    return cursor_ != instance_->graph->n_nodes && node.kind == NodeKind::Join ? &node : nullptr;
  }

  // Recapture: the data of the expected node is in place. Returns its unit if that is ready, else nullptr.
  NodeState* captured() { return capture(instance_->states[cursor_++]); }
  NodeIndex cursor() const { return cursor_; }
  bool is_complete() const { return cursor_ == instance_->graph->n_nodes; }
  void set_mismatch(const char* what) { mismatch_ = what; }

  // KMP creates a task in two calls; what the first one said is kept for the second.
  task::TaskSpec allocated_spec = {};

 private:
  Mode mode_;
  Recorder* recorder_ = nullptr;
  Instance* instance_ = nullptr;
  NodeIndex cursor_ = 0;
  const char* mismatch_ = nullptr;
};

}  // namespace rondo::graph
