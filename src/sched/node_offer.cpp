// SPDX-License-Identifier: Apache-2.0
#include "sched/node_offer.hpp"

#include "os/asymmetric_fence.hpp"
#include "sched/park.hpp"

namespace rondo::sched {

using graph::NodeState;

namespace {
// To a slot that is not the worker's own, which may be in another arena.
[[gnu::always_inline]] inline void post(Arena& arena, uint32_t index, NodeState& node) {
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
  post(arena, index, node);
}

void offer_elsewhere(Arena& arena, NodeState& node) { post(arena, node.slot, node); }

}  // namespace rondo::sched
