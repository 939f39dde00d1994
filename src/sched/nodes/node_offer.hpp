// SPDX-License-Identifier: Apache-2.0
//
// Where a replay's nodes go when they become ready: to the slots that they are placed on, or by their priority, but
// for the one that the worker runs next.
#pragma once

#include "graph/replay/instance.hpp"
#include "sched/worker/worker.hpp"

namespace rondo::sched {

// Makes a ready node visible on the slot that it is placed on.
void offer(Worker& worker, graph::NodeState& node);

// The same by a worker that is in another arena than the node; or behind what the slot has in its deque.
void offer_elsewhere(Arena& arena, graph::NodeState& node);

namespace detail {
// Of two that have a priority, if `kept` has one: the higher one, or the one that was created first. The other one is
// offered.
graph::NodeState* higher_of(Worker& worker, graph::NodeState* kept, graph::NodeState* older);
}  // namespace detail

// Of the nodes that became ready together, the one to run next: the oldest one that is placed on this slot or, behind
// a stolen node, where that one was; or the highest one, if any has a priority. A runner that does not heed
// priorities offers those.
template <bool kHeedsPriorities>
class ImmediateNode {
 public:
  // `ran`: the node that has run, which is not over yet.
  ImmediateNode(Worker& worker, const graph::NodeState& ran)
      : worker_(worker), slot_(worker.slot->index), slot_of_ran_(ran.slot) {
    if (slot_of_ran_ == graph::NodeState::kPrioritised) slot_of_ran_ = slot_;  // no place
  }

  // Called newest first.
  void operator()(graph::NodeState* ready) {
    if (ready->slot != slot_) [[unlikely]] {
      if (kHeedsPriorities && ready->slot == graph::NodeState::kPrioritised) {
        kept_ = detail::higher_of(worker_, kept_, ready);
        slot_ = kNoSlot;
        return;
      }
      const bool may_follow = ready->slot == slot_of_ran_ || ready->slot == graph::NodeState::kUnplaced;
      if (!may_follow || slot_ == kNoSlot) return offer(worker_, *ready);
    }
    if (kept_ != nullptr) offer(worker_, *kept_);
    kept_ = ready;
  }
  graph::NodeState* kept() const { return kept_; }

 private:
  static constexpr uint32_t kNoSlot = ~0u;  // no node without a priority is kept any more

  Worker& worker_;
  uint32_t slot_;
  uint32_t slot_of_ran_;
  graph::NodeState* kept_ = nullptr;
};

}  // namespace rondo::sched
