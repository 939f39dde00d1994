// SPDX-License-Identifier: Apache-2.0
#include "depend/dep_node.hpp"

#include <new>

#include "base/bits.hpp"

namespace rondo::depend {

DepNode* make_node(task::Slab& slab, task::Task* task, uint32_t n_accesses) {
  auto* node = new (slab.allocate(sizeof(DepNode) + n_accesses * sizeof(Access<DepNode>))) DepNode;
  node->task = task;
  return node;
}

namespace {

bool starts_block(uint64_t n) {
  return n >= DepNode::kInline && (n - DepNode::kInline) % SuccessorBlock::kCapacity == 0;
}

// Where successor number `n` of the node goes.
DepNode** place_for(DepNode& node, uint64_t n, task::Slab& slab) {
  if (n < DepNode::kInline) return &node.successors[n];
  if (starts_block(n)) {
    auto* block = new (slab.allocate(sizeof(SuccessorBlock))) SuccessorBlock;
    (n == DepNode::kInline ? node.first_block : node.last_block->next) = block;
    node.last_block = block;
  }
  return &node.last_block->successors[(n - DepNode::kInline) % SuccessorBlock::kCapacity];
}

}  // namespace

uint32_t connect(DepNode& before, DepNode& node, task::Slab& slab) {
  uint64_t n = before.list.load_acquire();  // [E1]; without kDetached: the table still names `before`
  if ((n & DepNode::kClosed) != 0 || &before == &node || before.newest_successor == &node) return 0;
  SuccessorBlock* last_block = before.last_block;
  *place_for(before, n, slab) = &node;
  uint64_t expected = n;
  if (!before.list.cas_acq_rel(expected, n + 1)) {  // [E4]; only its retirement can have come between
    if (before.last_block != last_block) slab.release(before.last_block);
    before.last_block = last_block;
    return 0;
  }
  before.newest_successor = &node;
  return 1;
}

bool Exclusion::acquire(DepNode& node) {
  uintptr_t state = state_.load_relaxed();  // [X1]
  for (;;) {
    uintptr_t desired = kHeld;
    if (state != 0) {
      node.next_waiter = reinterpret_cast<DepNode*>(state & ~kHeld);
      desired = reinterpret_cast<uintptr_t>(&node) | kHeld;
    }
    if (state_.cas_acq_rel(state, desired)) return desired == kHeld;  // [X1]
  }
}

DepNode* Exclusion::release() {
  uintptr_t state = state_.load_acquire();  // [X1]
  for (;;) {
    // Only the holder removes from the list, so a waiter once seen as first is still linked when the CAS succeeds.
    auto* first = reinterpret_cast<DepNode*>(state & ~kHeld);
    uintptr_t desired = first == nullptr ? 0 : reinterpret_cast<uintptr_t>(first->next_waiter) | kHeld;
    if (state_.cas_acq_rel(state, desired)) return first;  // [X1]
  }
}

void Exclusion::drop(task::Slab& slab) {
  if (users_.sub_acq_rel(1) == 1) slab.release(this);  // [X2]
}

bool acquire_exclusions(DepNode& node) {
  Exclusions& exclusions = *node.exclusions;
  while (exclusions.n_held < exclusions.n_total) {
    // Counted before the attempt: once queued, the node belongs to whoever releases the lock.
    Exclusion* lock = exclusions.locks()[exclusions.n_held++];
    if (!lock->acquire(node)) return false;
  }
  return true;
}

void release_exclusions(DepNode& node, task::Slab& slab, task::Task** ready_list) {
  Exclusions* exclusions = node.exclusions;
  for (uint32_t i = 0; i < exclusions->n_total; i++) {
    Exclusion* lock = exclusions->locks()[i];
    DepNode* next = lock->release();
    if (next != nullptr && acquire_exclusions(*next)) {
      next->task->next = *ready_list;
      *ready_list = next->task;
    }
    lock->drop(slab);
  }
  slab.release(exclusions);
}

}  // namespace rondo::depend
