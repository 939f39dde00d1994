// SPDX-License-Identifier: Apache-2.0
#include "depend/node.hpp"

#include <new>

#include "base/bits.hpp"

namespace rondo::depend {

Node* make_node(task::Slab& slab, task::Task* task, uint32_t n_accesses) {
  size_t fixed = sizeof(Node) + n_accesses * sizeof(Access<Node>);
  size_t bytes = base::round_up(fixed + n_accesses * sizeof(Edge), base::kCacheLine);
  auto* node = new (slab.allocate(bytes)) Node;
  node->task = task;
  node->spare_edges = reinterpret_cast<Edge*>(reinterpret_cast<char*>(node) + fixed);
  node->n_spare_edges = static_cast<uint32_t>((bytes - fixed) / sizeof(Edge));
  return node;
}

namespace {
Edge* new_edge(Node& node, task::Slab& slab) {
  if (node.n_spare_edges == 0) {
    constexpr size_t kBlockBytes = 512;
    auto* block = static_cast<EdgeBlock*>(slab.allocate(kBlockBytes));
    block->next = node.blocks;
    node.blocks = block;
    node.spare_edges = reinterpret_cast<Edge*>(block + 1);
    node.n_spare_edges = (kBlockBytes - sizeof(EdgeBlock)) / sizeof(Edge);
  }
  node.n_spare_edges--;
  return node.spare_edges++;
}
}  // namespace

uint32_t connect(Node& before, Node& node, task::Slab& slab) {
  uintptr_t head = before.successors.load_acquire();  // [E1]
  if ((head & Node::kClosed) != 0 || &before == &node) return 0;
  Edge* edge = new_edge(node, slab);
  edge->successor = &node;
  do {
    edge->next = reinterpret_cast<Edge*>(head);  // not kDetached: the table still names `before`
  } while (!before.successors.cas_acq_rel(head, reinterpret_cast<uintptr_t>(edge)) && (head & Node::kClosed) == 0);  // [E1]
  if (edge->next == reinterpret_cast<Edge*>(head)) return 1;
  node.spare_edges--;
  node.n_spare_edges++;
  return 0;
}

bool Exclusion::acquire(Node& node) {
  uintptr_t state = state_.load_relaxed();
  for (;;) {
    uintptr_t desired = kHeld;
    if (state != 0) {
      node.next_waiter = reinterpret_cast<Node*>(state & ~kHeld);
      desired = reinterpret_cast<uintptr_t>(&node) | kHeld;
    }
    if (state_.cas_acq_rel(state, desired)) return desired == kHeld;  // [X1]
  }
}

Node* Exclusion::release() {
  uintptr_t state = state_.load_acquire();  // [X1]
  for (;;) {
    // Only the holder removes from the list, so a waiter once seen as first is still linked when the CAS succeeds.
    auto* first = reinterpret_cast<Node*>(state & ~kHeld);
    uintptr_t desired = first == nullptr ? 0 : reinterpret_cast<uintptr_t>(first->next_waiter) | kHeld;
    if (state_.cas_acq_rel(state, desired)) return first;  // [X1]
  }
}

void Exclusion::drop(task::Slab& slab) {
  if (users_.sub_acq_rel(1) == 1) slab.release(this);
}

bool acquire_exclusions(Node& node) {
  Exclusions& exclusions = *node.exclusions;
  while (exclusions.n_held < exclusions.n_total) {
    // Counted before the attempt: once queued, the node belongs to whoever releases the lock.
    Exclusion* lock = exclusions.locks()[exclusions.n_held++];
    if (!lock->acquire(node)) return false;
  }
  return true;
}

void release_exclusions(Node& node, task::Slab& slab, task::Task** ready_list) {
  Exclusions* exclusions = node.exclusions;
  for (uint32_t i = 0; i < exclusions->n_total; i++) {
    Exclusion* lock = exclusions->locks()[i];
    Node* next = lock->release();
    if (next != nullptr && acquire_exclusions(*next)) {
      next->task->next = *ready_list;
      *ready_list = next->task;
    }
    lock->drop(slab);
  }
  slab.release(exclusions);
}

}  // namespace rondo::depend
