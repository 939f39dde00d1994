// SPDX-License-Identifier: Apache-2.0
//
// The dependences of a task that has a depend clause: its successors, and the number of predecessors for which it
// waits. A separate block, because it must live as long as the parent's table names it, which may be longer than the
// task.
//
// Its first cache line is all that other workers touch: the task that retires reads its own line and counts down one
// word in each successor's. The rest is the creator's. Argument: README.md, "Closing the successor list" and "One
// atomic a creation".
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/atomic.hpp"
#include "base/bits.hpp"
#include "depend/access.hpp"
#include "depend/exclusion.hpp"
#include "task/slab.hpp"
#include "task/task.hpp"

namespace rondo::depend {

// Successors beyond those in the node itself; filled in order.
struct SuccessorBlock {
  static constexpr uint32_t kCapacity = 31;
  SuccessorBlock* next;
  DepNode* successors[kCapacity];
};

struct alignas(base::kCacheLine) DepNode {
  static constexpr uint64_t kClosed = uint64_t{1} << 62;    // the task is retired: its list takes no more
  static constexpr uint64_t kDetached = uint64_t{1} << 61;  // no set of the table names the node any more
  static constexpr int32_t kBias = 1 << 30;  // keeps a node from becoming ready while it is being linked
  static constexpr uint32_t kInline = 4;

  // ---- The line that workers share.
  base::Atomic<uint64_t> list{0};        // number of successors, kClosed, kDetached
  base::Atomic<int32_t> pending{kBias};  // unsatisfied predecessors
  task::WorkerId waiter = task::kNoWorker;  // the worker that waits for the predecessors, if no task does
  task::Task* task = nullptr;
  Exclusions* exclusions = nullptr;
  DepNode* successors[kInline];             // [i] is written before `list` says so

  // ---- Creator only, except that the executor reads the blocks that `list` counts; see Overflow.
  SuccessorBlock* first_block = nullptr;
  SuccessorBlock* last_block = nullptr;  // released with the node
  DepNode* newest_successor = nullptr;      // so that none is linked twice in a row
  DepNode* next_waiter = nullptr;  // link in an Exclusion's list; written by the worker that queues the node
  uint32_t n_named = 0;  // accesses in sets of the table, and one if a loop keeps the node

  Access<DepNode>* accesses() { return reinterpret_cast<Access<DepNode>*>(this + 1); }
  bool is_retired() const { return (list.load_acquire() & kClosed) != 0; }  // [E1]
};
static_assert(offsetof(DepNode, first_block) == base::kCacheLine);

// A node for `task` with room for `n_accesses`; the caller links it through a Table.
DepNode* make_node(task::Slab& slab, task::Task* task, uint32_t n_accesses);

// Creator: makes `node` a successor of `before`, unless that is retired or has it as one already. Returns the number
// of edges made: 0 or 1.
uint32_t connect(DepNode& before, DepNode& node, task::Slab& slab);

// Creator, after linking: true if the node is ready (the caller acquires its exclusions and runs it).
inline bool publish(DepNode& node, uint32_t n_edges) {
  if (n_edges == 0) return true;  // no other worker knows the node: no atomic
  int32_t delta = DepNode::kBias - static_cast<int32_t>(n_edges);
  return node.pending.sub_acq_rel(delta) == delta;  // [E2]
}

// Counts down one successor; true if that was the last predecessor it waited for.
template <class Ready, class Wake>
void satisfy(DepNode& successor, Ready& ready, Wake& wake) {
  task::WorkerId waiter = successor.waiter;  // before: a waiter's node is gone once it is satisfied
  if (successor.pending.sub_acq_rel(1) != 1) return;  // [E2]
  if (waiter != task::kNoWorker) {
    wake(waiter);
  } else if (successor.exclusions == nullptr || acquire_exclusions(successor)) {
    ready(successor.task);
  }
}

// The successors behind the inline ones, as their executor sees them when it closes the list. From then on full
// blocks are its own. The last block stays the creator's, which may be writing behind its last successor until it
// finds the list closed. So its contents are copied beforehand.
struct Overflow {
  SuccessorBlock* full = nullptr;
  uint64_t n_full = 0;  // blocks
  uint64_t n_last = 0;  // successors in the last block
  DepNode* last[SuccessorBlock::kCapacity];

  void copy(SuccessorBlock* first, uint64_t n) {
    full = first;
    n_full = (n - 1) / SuccessorBlock::kCapacity;
    n_last = n - n_full * SuccessorBlock::kCapacity;
    for (uint64_t i = 0; i < n_full; i++) first = first->next;
    for (uint64_t i = 0; i < n_last; i++) last[i] = first->successors[i];
  }

  // In the order in which they were linked.
  template <class Ready, class Wake>
  void satisfy_all(task::Slab& slab, Ready& ready, Wake& wake) {
    for (; n_full > 0; n_full--) {
      for (DepNode* successor : full->successors) satisfy(*successor, ready, wake);
      SuccessorBlock* next = full->next;
      slab.release(full);
      full = next;
    }
    for (uint64_t i = 0; i < n_last; i++) satisfy(*last[i], ready, wake);
  }
};

// By the last of its users: the node is retired, and no longer named.
inline void release_node(DepNode& node, task::Slab& slab) {
  if (node.last_block != nullptr) slab.release(node.last_block);
  slab.release(&node);
}

// Executor, after the body: closes the list and satisfies the successors. ready(Task*) is called for each task that
// has become ready, oldest last; wake(WorkerId) for each worker that waited for this. `node` may be gone afterwards.
template <class Ready, class Wake>
void retire(DepNode& node, task::Slab& slab, Ready ready, Wake wake) {
  if (node.exclusions != nullptr) {
    task::Task* list = nullptr;
    release_exclusions(node, slab, &list);
    while (list != nullptr) {
      task::Task* next = list->next;
      ready(list);
      list = next;
    }
  }
  // What is needed of the node is copied before it is closed: then, unless it is detached, the creator may release
  // it.
  DepNode* inlined[DepNode::kInline];
  uint64_t n_inlined = 0;
  Overflow overflow;
  uint64_t found = node.list.load_acquire();  // [E4]
  do {
    uint64_t n = found & ~DepNode::kDetached;
    for (; n_inlined < n && n_inlined < DepNode::kInline; n_inlined++) inlined[n_inlined] = node.successors[n_inlined];
    if (n > DepNode::kInline) overflow.copy(node.first_block, n - DepNode::kInline);
  } while (!node.list.cas_acq_rel(found, DepNode::kClosed));  // [E1] [E3] [E4]
  for (uint64_t i = 0; i < n_inlined; i++) __builtin_prefetch(inlined[i], 1);
  if ((found & DepNode::kDetached) != 0) release_node(node, slab);
  overflow.satisfy_all(slab, ready, wake);
  while (n_inlined > 0) satisfy(*inlined[--n_inlined], ready, wake);
}

// Creator: a set of the table no longer names the node, or a loop no longer keeps it.
inline void unname(DepNode& node, task::Slab& slab) {
  if (--node.n_named != 0) return;
  if (!node.is_retired() && (node.list.or_acq_rel(DepNode::kDetached) & DepNode::kClosed) == 0) return;  // [E3]
  release_node(node, slab);
}

}  // namespace rondo::depend
