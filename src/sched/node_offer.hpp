// SPDX-License-Identifier: Apache-2.0
//
// Where a replay's nodes go when they become ready: to the slots that they are placed on, but for the one that the
// worker runs next.
#pragma once

#include "graph/replay/instance.hpp"
#include "sched/worker.hpp"

namespace rondo::sched {

// Makes a ready node visible on the slot that it is placed on.
void offer(Worker& worker, graph::NodeState& node);

// The same by a worker that is in another arena than the node.
void offer_elsewhere(Arena& arena, graph::NodeState& node);

// Of the nodes that became ready together, the one to run next: the oldest one that is placed on this slot.
class ImmediateNode {
 public:
  explicit ImmediateNode(Worker& worker) : worker_(worker), slot_(worker.slot->index) {}

  // Called newest first.
  void operator()(graph::NodeState* ready) {
    if (ready->slot != slot_) [[unlikely]]
      return offer(worker_, *ready);
    if (kept_ != nullptr) offer(worker_, *kept_);
    kept_ = ready;
  }
  graph::NodeState* kept() const { return kept_; }

 private:
  Worker& worker_;
  const uint32_t slot_;
  graph::NodeState* kept_ = nullptr;
};

}  // namespace rondo::sched
