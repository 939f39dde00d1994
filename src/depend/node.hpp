// SPDX-License-Identifier: Apache-2.0
//
// The dependence side of a task that has a depend clause: who waits for it, and for how many it waits. A separate block,
// because it must live as long as the parent's table names it, which may be longer than the task.
// Argument: README.md, "Closing the successor list" and "One atomic a creation".
#pragma once

#include <cstdint>

#include "base/atomic.hpp"
#include "depend/access.hpp"
#include "depend/exclusion.hpp"
#include "task/slab.hpp"
#include "task/task.hpp"

namespace rondo::depend {

// "successor waits for me": a link in a predecessor's list, in memory that belongs to the successor.
struct Edge {
  Edge* next;
  Node* successor;
};

// Room for edges beyond those in the node itself.
struct EdgeBlock {
  EdgeBlock* next;
};

struct Node {
  static constexpr uintptr_t kClosed = 1;    // the task is retired: its list takes no more edges
  static constexpr uintptr_t kDetached = 2;  // no set of the table names the node any more
  static constexpr int32_t kBias = 1 << 30;  // keeps a node from becoming ready while it is being linked

  base::Atomic<uintptr_t> successors{0};  // Edge*, kClosed, kDetached
  base::Atomic<int32_t> pending{kBias};   // unsatisfied predecessors
  uint32_t n_named = 0;                   // accesses in sets of the table; creator only
  task::Task* task = nullptr;             // nullptr: somebody waits for the predecessors, see `waiter`
  task::WorkerId waiter = task::kNoWorker;
  uint32_t n_spare_edges = 0;             // creator only, until the node is published
  Edge* spare_edges = nullptr;
  EdgeBlock* blocks = nullptr;
  Exclusions* exclusions = nullptr;
  Node* next_waiter = nullptr;            // link in an Exclusion's list

  Access<Node>* accesses() { return reinterpret_cast<Access<Node>*>(this + 1); }
  bool is_retired() const { return (successors.load_acquire() & kClosed) != 0; }  // [E1]
};

// A node for `task` with room for `n_accesses`; the caller links it through a Table.
Node* make_node(task::Slab& slab, task::Task* task, uint32_t n_accesses);

// Creator: makes `node` a successor of `before`, unless that is retired. Returns the number of edges made: 0 or 1.
uint32_t connect(Node& before, Node& node, task::Slab& slab);

// Creator, after linking: true if the node is ready (and the caller must see to its exclusions and run it).
inline bool publish(Node& node, uint32_t n_edges) {
  if (n_edges == 0) return true;  // nobody else knows the node: no atomic
  int32_t delta = Node::kBias - static_cast<int32_t>(n_edges);
  return node.pending.sub_acq_rel(delta) == delta;  // [E2]
}

// Takes what exclusions the node still lacks. False: it is queued at one and will be returned by a release.
bool acquire_exclusions(Node& node);

// Gives back the node's exclusions; ready(task) for each task that thereby has all of its own.
void release_exclusions(Node& node, task::Slab& slab, task::Task** ready_list);

// All predecessors have retired, hence walked their edges: gives back the memory of those beyond the node's own.
inline void release_edges(Node& node, task::Slab& slab) {
  for (EdgeBlock* block = node.blocks; block != nullptr;) {
    EdgeBlock* next = block->next;
    slab.release(block);
    block = next;
  }
}

// Executor, after the body: closes the list and satisfies the successors. ready(Task*) is called for each task that has
// become ready, newest created first; wake(WorkerId) for each worker that waited for this. `node` may be gone afterwards.
template <class Ready, class Wake>
void retire(Node& node, task::Slab& slab, Ready ready, Wake wake) {
  if (node.exclusions != nullptr) {
    task::Task* list = nullptr;
    release_exclusions(node, slab, &list);
    while (list != nullptr) {
      task::Task* next = list->next;
      ready(list);
      list = next;
    }
  }
  release_edges(node, slab);
  uintptr_t found = node.successors.exchange_acq_rel(Node::kClosed);  // [E1] [E3]
  for (auto* edge = reinterpret_cast<Edge*>(found & ~(Node::kClosed | Node::kDetached)); edge != nullptr;) {
    Edge* next = edge->next;  // the edge is the successor's memory: not to be read after the decrement
    Node* successor = edge->successor;
    task::WorkerId waiter = successor->waiter;
    bool satisfied = successor->pending.sub_acq_rel(1) == 1;  // [E2]
    if (satisfied && waiter != task::kNoWorker) {
      wake(waiter);
    } else if (satisfied && (successor->exclusions == nullptr || acquire_exclusions(*successor))) {
      ready(successor->task);
    }
    edge = next;
  }
  if ((found & Node::kDetached) != 0) slab.release(&node);
}

// Creator: a set of the table names the node no more.
inline void unname(Node& node, task::Slab& slab) {
  if (--node.n_named != 0) return;
  if (!node.is_retired() && (node.successors.or_acq_rel(Node::kDetached) & Node::kClosed) == 0) return;  // [E3]
  slab.release(&node);
}

}  // namespace rondo::depend
