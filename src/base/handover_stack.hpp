// SPDX-License-Identifier: Apache-2.0
//
// An intrusive lock-free stack with one consumer at a time: any thread pushes a chain, the consumer takes everything
// in one exchange. There is no pop of a single element, hence no ABA problem. Used for blocks freed by other workers
// and for work handed to another worker.
#pragma once

#include "base/atomic.hpp"
#include "base/count.hpp"

namespace rondo::base {

// Node must have a member `Node* next`.
template <class Node>
class HandoverStack {
 public:
  // Any thread. The chain first..last is linked through `next`; last->next is overwritten.
  void push(Node* first, Node* last) {
    count(Event::Post);
    Node* head = head_.load_relaxed();
    do {
      last->next = head;
    } while (!head_.cas_weak_release(head, first));
  }
  void push(Node* node) { push(node, node); }

  // Any thread; the taken chain belongs to the caller. Newest first.
  Node* take_all() {
    if (head_.load_relaxed() == nullptr) return nullptr;
    return head_.exchange_acquire(nullptr);
  }

  bool is_empty() const { return head_.load_relaxed() == nullptr; }

 private:
  Atomic<Node*> head_{nullptr};
};

}  // namespace rondo::base
