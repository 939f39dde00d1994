// SPDX-License-Identifier: Apache-2.0
#include "sched/nodes/node_offer.hpp"

#include "os/asymmetric_fence.hpp"
#include "sched/idle/park.hpp"
#include "sched/settings.hpp"

namespace rondo::sched {

using graph::NodeState;

namespace {
// Nothing of the node is touched after the push: it may have run, and its replay may be over.
[[gnu::noinline]] void post_prioritised(Arena& arena, NodeState& node) {
  const uint32_t near = node.instance->master_slot;
  arena.prioritised.push(Work(&node), graph::priority_of(node), settings.max_task_priority);
  announce_work(arena, near);
}

// To a slot that is not the worker's own, which may be in another arena.
[[gnu::always_inline]] inline void post(Arena& arena, uint32_t index, NodeState& node) {
  if (index == NodeState::kPrioritised) [[unlikely]]
    return post_prioritised(arena, node);
  Slot& slot = *arena.slots[index];
  slot.node_mailbox.push(&node);
  os::light_fence();  // [P1]
  if (arena.n_parked.load_relaxed() == 0) return;
  doubt_vain_look(arena);
  if (!unpark(*slot.worker.load_acquire())) wake_one(arena, index);  // [S1]
}
}  // namespace

[[gnu::noinline]] void offer(Worker& worker, NodeState& node) {
  Arena& arena = *worker.slot->arena;
  uint32_t index = node.slot;  // before the push: afterwards the node may have run, and its replay may be over
  if (index == worker.slot->index) {
    enqueue(*worker.slot, Work(&node));
    announce_work(arena, index);
    return;
  }
  if (index == NodeState::kUnplaced) {
    enqueue(*worker.slot, Work::unplaced(&node));
    announce_work(arena, worker.slot->index);
    return;
  }
  post(arena, index, node);
}

void offer_elsewhere(Arena& arena, NodeState& node) {
  post(arena, node.slot == NodeState::kUnplaced ? node.instance->master_slot : node.slot, node);
}

namespace detail {

[[gnu::noinline]] NodeState* higher_of(Worker& worker, NodeState* kept, NodeState* older) {
  if (kept == nullptr) return older;
  const bool is_higher =
      kept->slot != NodeState::kPrioritised || graph::priority_of(*older) >= graph::priority_of(*kept);
  offer(worker, is_higher ? *kept : *older);
  return is_higher ? older : kept;
}

}  // namespace detail

}  // namespace rondo::sched
