// SPDX-License-Identifier: Apache-2.0
//
// The dependences of a task that has a depend clause: its successors, and the number of predecessors for which it
// waits. A separate block, because it must live as long as the parent's table names it, which may be longer than the
// task.
//
// Its first cache line is all that other workers touch: the task that retires reads its own line and counts down one
// word in each successor's. Five successors fit, as many as a task of a stencil in two dimensions has. Behind it lies
// what only the creator needs. Argument: README.md, "Closing the successor list" and "One atomic a creation".
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
  static constexpr uintptr_t kExcluding = 1;  // of `task_word`: the task has mutexinoutset dependences
  static constexpr uint32_t kInline = 5;

  // The creator's, behind the node; a node on the stack of a worker that waits has none.
  struct Own {
    uint32_t n_named = 0;  // accesses in sets of the table or about to be entered, and one if a loop keeps the node
    uint32_t n_accesses = 0;  // for which there is room
  };
  // What few nodes need: it lies behind the accesses, and is written before it is read.
  struct Rest {
    SuccessorBlock* first_block;  // both: if `list` counts more than kInline; see Overflow
    SuccessorBlock* last_block;  // released with the node
    Exclusions* exclusions;
  };

  // Shared by workers.
  base::Atomic<uint64_t> list{0};  // number of successors, kClosed, kDetached
  base::Atomic<int32_t> pending{kBias};  // unsatisfied predecessors
  task::WorkerId waiter = task::kNoWorker;  // the worker that waits for the predecessors, if no task does
  uintptr_t task_word = 0;  // Task*, kExcluding
  DepNode* successors[kInline];  // [i] is written before `list` says so

  static size_t bytes(uint32_t n_accesses) {
    return sizeof(DepNode) + sizeof(Own) + n_accesses * sizeof(Access<DepNode>) + sizeof(Rest);
  }
  Own& own() { return *reinterpret_cast<Own*>(this + 1); }
  Access<DepNode>* accesses() { return reinterpret_cast<Access<DepNode>*>(&own() + 1); }
  Rest& rest() { return *reinterpret_cast<Rest*>(accesses() + own().n_accesses); }

  task::Task* task() const { return reinterpret_cast<task::Task*>(task_word & ~kExcluding); }
  void set_task(task::Task* task) { task_word = reinterpret_cast<uintptr_t>(task) | (task_word & kExcluding); }
  bool has_exclusions() const { return (task_word & kExcluding) != 0; }
  static uint64_t n_of(uint64_t list) { return list & ~(kClosed | kDetached); }
  bool is_retired() const { return (list.load_acquire() & kClosed) != 0; }  // [E1]
};
static_assert(sizeof(DepNode) == base::kCacheLine);

// A node for `task` with room for `n_accesses`; the caller links it through a Table.
inline DepNode* make_node(task::Slab& slab, task::Task* task, uint32_t n_accesses) {
  const size_t bytes = DepNode::bytes(n_accesses);
  auto* node = new (slab.allocate(bytes)) DepNode;
  slab.fetch_next(bytes);  // a creator makes one node after the other
  node->task_word = reinterpret_cast<uintptr_t>(task);
  new (&node->own()) DepNode::Own{.n_named = 0, .n_accesses = n_accesses};
  return node;
}

// Creator: makes `node` a successor of `before`, unless that is retired or has it as one already. Returns the number
// of edges made: 0 or 1.
uint32_t connect_behind_inline(DepNode& before, DepNode& node, uint64_t n, task::Slab& slab);
inline uint32_t connect(DepNode& before, DepNode& node, task::Slab& slab) {
  uint64_t n = before.list.load_acquire();  // [E1]; without kDetached: the table still names `before`
  if (n >= DepNode::kInline) return (n & DepNode::kClosed) != 0 ? 0 : connect_behind_inline(before, node, n, slab);
  if (&before == &node) return 0;  // its own list is open and empty
  if (n != 0 && before.successors[n - 1] == &node) return 0;
  before.successors[n] = &node;
  return before.list.cas_acq_rel(n, n + 1) ? 1 : 0;  // [E4]; only its retirement can have come between
}

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
  } else if (!successor.has_exclusions() || acquire_exclusions(successor)) {
    ready(successor.task());
  }
}

// Executor, before the body: fetches the lines of the successors in the node, so that they come while the body runs.
// Only if no set names the node any more: otherwise its creator may be about to link the next successor, and would
// have to fetch the node's line back.
inline void fetch_successors(const DepNode& node) {
  const uint64_t list = node.list.load_acquire();  // [E4]
  if ((list & DepNode::kDetached) == 0) return;
  const uint64_t n = DepNode::n_of(list);
  for (uint64_t i = 0; i < n && i < DepNode::kInline; i++) __builtin_prefetch(node.successors[i], 1);
}

enum class Order : uint8_t { OldestFirst, NewestFirst };

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

  void reverse() {
    SuccessorBlock* behind = nullptr;
    for (uint64_t i = 0; i < n_full; i++) {
      SuccessorBlock* next = full->next;
      full->next = behind;
      behind = full;
      full = next;
    }
    full = behind;
  }

  template <class Ready, class Wake>
  void satisfy_all(Order order, task::Slab& slab, Ready& ready, Wake& wake) {
    const bool is_back = order == Order::NewestFirst;
    const auto satisfy_last = [&] {
      for (uint64_t i = 0; i < n_last; i++) satisfy(*last[is_back ? n_last - 1 - i : i], ready, wake);
    };
    if (is_back) {
      satisfy_last();
      reverse();
    }
    for (; n_full > 0; n_full--) {
      constexpr uint32_t kCapacity = SuccessorBlock::kCapacity;
      for (uint32_t i = 0; i < kCapacity; i++) {
        satisfy(*full->successors[is_back ? kCapacity - 1 - i : i], ready, wake);
      }
      SuccessorBlock* next = full->next;
      slab.release(full);
      full = next;
    }
    if (!is_back) satisfy_last();
  }
};

// By the last of its users: the node is retired with `n` successors, and no longer named. `Memory`: the slab, or its
// InOrder.
template <class Memory>
void release_node(DepNode& node, uint64_t n, Memory& memory) {
  if (n > DepNode::kInline) [[unlikely]]
    memory.release(node.rest().last_block);
  memory.release(&node);
}

// Executor, after the body: closes the list and satisfies the successors. ready(Task*) is called for each task that
// has become ready, oldest last, or in this order if there are more than fit in the node; wake(WorkerId) for each
// worker that waited for this. `node` may be gone afterwards.
template <class Ready, class Wake>
void retire(DepNode& node, task::Slab& slab, Ready ready, Wake wake, Order order = Order::OldestFirst) {
  if (node.has_exclusions()) [[unlikely]] {
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
  uint64_t n = 0;
  uint64_t found = node.list.load_acquire();  // [E4]
  do {
    n = DepNode::n_of(found);
    for (; n_inlined < n && n_inlined < DepNode::kInline; n_inlined++) {
      DepNode* successor = node.successors[n_inlined];
      __builtin_prefetch(successor, 1);
      asm("" : "+r"(successor));  // or the compiler makes a call of the loop
      inlined[n_inlined] = successor;
    }
    if (n > DepNode::kInline) [[unlikely]]
      overflow.copy(node.rest().first_block, n - DepNode::kInline);
  } while (!node.list.cas_acq_rel(found, found | DepNode::kClosed));  // [E1] [E3] [E4]
  if ((found & DepNode::kDetached) != 0) release_node(node, n, slab);
  if (n > DepNode::kInline) [[unlikely]] {
    if (order == Order::OldestFirst) {
      for (uint64_t i = 0; i < n_inlined; i++) satisfy(*inlined[i], ready, wake);
      n_inlined = 0;
    }
    overflow.satisfy_all(order, slab, ready, wake);
  }
  while (n_inlined > 0) satisfy(*inlined[--n_inlined], ready, wake);
}

// Creator: a set of the table no longer names the node, or a loop no longer keeps it.
template <class Memory>
void unname(DepNode& node, Memory& memory) {
  if (--node.own().n_named != 0) return;
  uint64_t list = node.list.load_acquire();  // [E1]
  if ((list & DepNode::kClosed) == 0) list = node.list.or_acq_rel(DepNode::kDetached);  // [E3]
  if ((list & DepNode::kClosed) != 0) release_node(node, DepNode::n_of(list), memory);
}

}  // namespace rondo::depend
