// SPDX-License-Identifier: Apache-2.0
#include "depend/exclusion.hpp"

#include "depend/dep_node.hpp"

namespace rondo::depend {

bool Exclusion::acquire(DepNode& node) {
  uintptr_t state = state_.load_relaxed();  // [X1]
  for (;;) {
    uintptr_t desired = kHeld;
    if (state != 0) {
      node.rest().exclusions->next_waiter = reinterpret_cast<DepNode*>(state & ~kHeld);
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
    uintptr_t desired =
        first == nullptr ? 0 : reinterpret_cast<uintptr_t>(first->rest().exclusions->next_waiter) | kHeld;
    if (state_.cas_acq_rel(state, desired)) return first;  // [X1]
  }
}

void Exclusion::drop(task::Slab& slab) {
  if (users_.sub_acq_rel(1) == 1) slab.release(this);  // [X2]
}

bool acquire_exclusions(DepNode& node) {
  Exclusions& exclusions = *node.rest().exclusions;
  while (exclusions.n_held < exclusions.n_total) {
    // Counted before the attempt: once queued, the node belongs to the worker that releases the lock.
    Exclusion* lock = exclusions.locks()[exclusions.n_held++];
    if (!lock->acquire(node)) return false;
  }
  return true;
}

void release_exclusions(DepNode& node, task::Slab& slab, task::Task** ready_list) {
  Exclusions* exclusions = node.rest().exclusions;
  for (uint32_t i = 0; i < exclusions->n_total; i++) {
    Exclusion* lock = exclusions->locks()[i];
    DepNode* next = lock->release();
    if (next != nullptr && acquire_exclusions(*next)) {
      next->task()->next = *ready_list;
      *ready_list = next->task();
    }
    lock->drop(slab);
  }
  slab.release(exclusions);
}

}  // namespace rondo::depend
