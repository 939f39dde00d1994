// SPDX-License-Identifier: Apache-2.0
//
// The nodes of an instance in creation order, as the region's code goes through them: its k-th creation, or wait, is
// for the k-th node. Used by the modes of a region that follow a graph. No scheduling: ready nodes are returned.
#pragma once

#include <cstring>

#include "graph/replay/instance.hpp"

namespace rondo::graph {

class NodeCursor {
 public:
  explicit NodeCursor(Instance& instance) : NodeCursor(instance, 0, instance.graph->n_nodes) {}
  // Of the nodes [begin, end) only: one iteration of a loop.
  NodeCursor(Instance& instance, NodeIndex begin, NodeIndex end)
      : instance_(&instance),
        expected_(&instance.graph->nodes[begin]),
        index_(begin),
        end_(end),
        n_looked_at_(begin),
        end_elsewhere_(end) {
    const Graph& graph = *instance.graph;
    while (next_saved_ < graph.n_saved && graph.saved[next_saved_].node < begin) next_saved_++;
  }

  Instance& instance() const { return *instance_; }
  const Node& expected() const { return *expected_; }  // the next node to capture; in the end, the one behind all
  NodeIndex index() const { return index_; }  // of that node
  NodeIndex end() const { return end_; }
  bool is_complete() const { return index_ == end_; }

  // The node that stands for a creation of this shape, or nullptr if the region does not do what was recorded.
  const Node* expect(const task::TaskSpec& spec) const {
    if (index_ == end_ || expected_->kind != NodeKind::Task) return nullptr;
    const task::TaskSpec& recorded = expected_->shape().spec;
    bool same = recorded.entry.gomp == spec.entry.gomp && recorded.block_bytes == spec.block_bytes &&
                recorded.shareds_offset == spec.shareds_offset && recorded.flags == spec.flags;
    return same ? expected_ : nullptr;
  }
  // A taskloop is expected, whose tasks have this entry.
  bool expects_taskloop_of(task::Entry entry) const {
    if (index_ == end_) return false;
    const task::TaskSpec& recorded = expected_->shape().spec;
    return (recorded.flags & task::kTaskloop) != 0 && recorded.entry.gomp == entry.gomp;
  }
  const Node* expect_join() const { return index_ != end_ && expected_->kind == NodeKind::Join ? expected_ : nullptr; }
  // Its block, which lies in the instance: its creation fills it.
  void* block() const { return instance_->block_of(*expected_); }

  // The expected node's block is filled; bytes that were announced as saved get their recorded values.
  void restore_saved(void* block) {
    const Graph& graph = *instance_->graph;
    for (; next_saved_ < graph.n_saved && graph.saved[next_saved_].node == index_; next_saved_++) {
      const SavedBytes& saved = graph.saved[next_saved_];
      const char* recorded = graph.pristine_of(*expected_) + saved.offset;
      std::memcpy(static_cast<char*>(block) + saved.offset, recorded, saved.n_bytes);
    }
  }

  // The data of the expected node is in place. Returns its unit if that is ready, else nullptr.
  NodeState* captured() {
    const Node& node = *expected_;
    NodeState& state = instance_->state_of(node);
    fetch_ahead(state);
    pass();
    return capture(*instance_, node, state);
  }
  // The same, but the unit is not to start yet.
  void pass() {
    index_++;
    expected_++;
  }

  // Of the nodes before the next one, how many are placed on other slots than `slot`. Looks at each node once.
  uint32_t n_captured_elsewhere(uint32_t slot) {
    for (; n_looked_at_ < index_; n_looked_at_++) n_elsewhere_ += is_elsewhere(n_looked_at_, slot) ? 1 : 0;
    return n_elsewhere_;
  }
  // Whether the next one or one behind it is placed on another slot. Looks at each node once.
  bool are_left_elsewhere(uint32_t slot) {
    while (end_elsewhere_ > index_ && !is_elsewhere(end_elsewhere_ - 1, slot)) end_elsewhere_--;
    return end_elsewhere_ > index_;
  }

  // Memory of the nodes before the next one that their executors touch: blocks, and a line for the state.
  uint64_t captured_bytes() const {
    const Graph& graph = *instance_->graph;
    const uint64_t blocks = index_ == graph.n_nodes ? graph.payload_bytes : expected_->block * Node::kWord;
    return blocks + index_ * base::kCacheLine;
  }

  uint64_t run_ticks = 0;  // that the region's code has spent on running nodes in between

 private:
  bool is_elsewhere(NodeIndex node, uint32_t slot) const { return instance_->states[node].slot != slot; }

  // Fetches blocks that are filled a little later: they were written last by the worker that ran the node, maybe on
  // another core.
  void fetch_ahead(const NodeState& state) const {
    constexpr NodeIndex kAhead = 8;  // docs/tuning.md
    if (end_ - index_ <= kAhead || instance_->blocks == nullptr) return;
    __builtin_prefetch(instance_->block_of(expected_[kAhead]), 1);
    __builtin_prefetch(&state + kAhead, 1);
  }

  Instance* instance_;
  const Node* expected_;
  NodeIndex index_;
  NodeIndex end_;
  uint32_t next_saved_ = 0;  // in Graph::saved
  NodeIndex n_looked_at_;
  uint32_t n_elsewhere_ = 0;
  NodeIndex end_elsewhere_;  // no node behind is placed elsewhere
};

}  // namespace rondo::graph
