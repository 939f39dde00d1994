// SPDX-License-Identifier: Apache-2.0
//
// One encounter of a task graph region whose block is being executed: it is either taken down (Record), or its k-th
// creation refreshes the k-th node (Recapture), or, in a dep_pattern, its k-th creation takes the place of the k-th
// node (Pattern). The creating task's domain points here; task creation asks it first. No scheduling: what becomes
// ready is returned.
#pragma once

#include <cstring>
#include <span>

#include "graph/accesses.hpp"
#include "graph/instance.hpp"
#include "graph/recorder.hpp"
#include "graph/renaming.hpp"

namespace rondo::graph {

class Encounter {
 public:
  enum class Mode : uint8_t { Record, Recapture, Pattern };

  // `announced_only`: tasks that are not announced as replayable are not part of the record.
  explicit Encounter(Recorder& recorder, bool announced_only = false)
      : mode_(Mode::Record), announced_only_(announced_only), recorder_(&recorder) {}
  explicit Encounter(Instance& instance, bool announced_only = false)
      : Encounter(instance, 0, instance.graph->n_nodes, announced_only) {}
  // Of the nodes [begin, end) only: one iteration of a loop.
  Encounter(Instance& instance, NodeIndex begin, NodeIndex end, bool announced_only = false)
      : mode_(instance.renaming != nullptr ? Mode::Pattern : Mode::Recapture),
        announced_only_(announced_only),
        instance_(&instance),
        cursor_(begin),
        end_(end) {
    const Graph& graph = *instance.graph;
    while (next_saved_ < graph.n_saved && graph.saved[next_saved_].node < begin) next_saved_++;
  }

  // Of a kept loop's nodes [begin, end), to be captured and compared before any of them starts. Those from
  // `first_withheld` on have not started yet. `otherwise` records if the loop turns out to be another one; nullptr:
  // the rest are ordinary tasks.
  Encounter(Instance& instance, NodeIndex begin, NodeIndex end, const RecordedAccesses& accesses,
            NodeIndex first_withheld, Recorder* otherwise)
      : mode_(Mode::Recapture),
        announced_only_(false),
        recorder_(otherwise),
        instance_(&instance),
        accesses_(&accesses),
        first_withheld_(first_withheld),
        cursor_(begin),
        end_(end) {}

  Mode mode() const { return mode_; }
  Recorder& recorder() { return *recorder_; }
  Instance& instance() { return *instance_; }
  bool has_instance() const { return instance_ != nullptr; }
  bool clears_blocks() const { return mode_ == Mode::Record && recorder_->clears_blocks(); }
  bool has_mismatch() const { return mismatch_ != nullptr; }
  const char* mismatch() const { return mismatch_; }

  // Recapture: the node that stands for a creation of this shape, or nullptr if the region does not do what was
  // recorded.
  const Node* expect(const task::TaskSpec& spec) const {
    const Node& node = instance_->graph->nodes[cursor_];
    if (cursor_ == end_ || node.kind != NodeKind::Task) return nullptr;
    bool same = node.entry.gomp == spec.entry.gomp && node.block_bytes == spec.block_bytes &&
                node.shareds_offset == spec.shareds_offset && node.task_flags == spec.flags;
    return same ? &node : nullptr;
  }
  const Node* expect_join() const {
    const Node& node = instance_->graph->nodes[cursor_];
    return cursor_ != end_ && node.kind == NodeKind::Join ? &node : nullptr;
  }

  // Pattern: what is done next. nullptr if the pattern says so too, else the difference.
  const char* match(Act act, std::span<const depend::Dependence> dependences) {
    return instance_->renaming->match(act, dependences);
  }
  // Before captured(): `task` takes the place of the expected node.
  void put(task::Task& task) { instance_->tasks[cursor_] = &task; }

  // Recapture, and nothing is said of the coming creation beyond what creates it: if it is the expected one, only its
  // data is of interest.
  bool is_usual() const {
    return mode_ == Mode::Recapture && mismatch_ == nullptr && announcement.is_idle() && !announced_only_ &&
           !has_marks && instance_->cycle == nullptr && instance_->graph->n_saved == 0;
  }
  task::Task* expected_task() const { return instance_->task_of(instance_->graph->nodes[cursor_]); }

  // A task is being created: is it part of the record?
  bool takes_creation() {
    if (announcement.is_idle()) return !announced_only_;
    announcement.take();
    return announcement.is_replayable(!announced_only_);
  }
  // The control code waits for tasks with these dependences: is that part of the record? Yes if nothing was said: one
  // wait more than needed changes no result.
  bool takes_wait() {
    announcement.take();
    return announcement.is_replayable(true);
  }

  // Recapture: the expected node's block is filled; bytes that were announced as saved get their recorded values.
  void restore_saved(void* block) {
    const Graph& graph = *instance_->graph;
    for (; next_saved_ < graph.n_saved && graph.saved[next_saved_].node == cursor_; next_saved_++) {
      const SavedBytes& saved = graph.saved[next_saved_];
      const char* recorded = graph.pristine + graph.nodes[cursor_].pristine + saved.offset;
      std::memcpy(static_cast<char*>(block) + saved.offset, recorded, saved.n_bytes);
    }
  }

  // Recapture: the data of the expected node is in place. Returns its unit if that is ready, else nullptr.
  NodeState* captured() {
    fetch_ahead();
    return capture(instance_->states[cursor_++]);
  }
  NodeIndex cursor() const { return cursor_; }

  // Nothing that is captured has started: the loop may still turn out to be another one.
  bool is_withholding() const { return accesses_ != nullptr && mode_ == Mode::Recapture && !has_mismatch(); }
  const RecordedAccesses& accesses() const { return *accesses_; }
  NodeIndex first_withheld() const { return first_withheld_; }
  void withhold() { cursor_++; }  // the data of the expected node is in place
  // It is another loop. True: from here on it is recorded.
  bool record_instead() {
    if (recorder_ == nullptr) return false;
    mode_ = Mode::Record;
    return true;
  }
  // Memory of the nodes before the next one; of a pattern, of their descriptors.
  uint64_t captured_bytes() const {
    const Graph& graph = *instance_->graph;
    return cursor_ == graph.n_nodes ? graph.payload_bytes : graph.nodes[cursor_].payload;
  }
  bool is_complete() const { return cursor_ == end_; }
  NodeIndex end() const { return end_; }
  void set_mismatch(const char* what) { mismatch_ = what; }

  // KMP creates a task in two calls; what the first one said is kept for the second.
  task::TaskSpec allocated_spec = {};

  Announcement announcement;

  // The region comes from a compiler that marks creations as replayable when the block is filled. Whoever allocates
  // cannot know it yet, so that one which is not marked ends the record.
  bool has_marks = false;
  bool is_marked = false;
  bool is_lacking_mark() const { return has_marks && !is_marked; }

 private:
  // What is filled a little later comes meanwhile: it was written last by who ran the node, maybe on another core.
  void fetch_ahead() const {
    constexpr NodeIndex kAhead = 8;  // docs/tuning.md
    if (end_ - cursor_ <= kAhead || instance_->blocks == nullptr) return;
    task::Task* task = instance_->task_of(instance_->graph->nodes[cursor_ + kAhead]);
    __builtin_prefetch(task, 1);
    __builtin_prefetch(task + 1, 1);
    __builtin_prefetch(&instance_->states[cursor_ + kAhead], 1);
  }

  Mode mode_;
  bool announced_only_;
  Recorder* recorder_ = nullptr;
  Instance* instance_ = nullptr;
  const RecordedAccesses* accesses_ = nullptr;
  NodeIndex first_withheld_ = 0;
  NodeIndex cursor_ = 0;
  NodeIndex end_ = 0;
  uint32_t next_saved_ = 0;  // in Graph::saved
  const char* mismatch_ = nullptr;
};

}  // namespace rondo::graph
