// SPDX-License-Identifier: Apache-2.0
//
// The task descriptor, and what a task needs only while it has children (Domain) or open taskgroups (TaskGroup). One
// block holds the descriptor and, right behind it, the compiler's own block: kmp_task_t with privates and shareds, or
// the GOMP argument block. A task that creates no children never touches anything but its own block.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/atomic.hpp"
#include "base/bits.hpp"
#include "task/join_counter.hpp"

namespace rondo::depend {
struct DepNode;
class Table;
}  // namespace rondo::depend

namespace rondo::graph {
struct NodeState;
}  // namespace rondo::graph

namespace rondo::sched {
class RegionExecution;
struct Arena;
struct Worker;
}  // namespace rondo::sched

namespace rondo::task {

struct DataEnvironment;
struct Domain;
struct Observed;
class Reductions;
struct TaskGroup;

// How a body is called. The two compilers' conventions are the only difference between their tasks in the core.
using KmpEntry = int32_t (*)(int32_t gtid, void* kmp_task);
using GompEntry = void (*)(void* data);

enum Flag : uint32_t {
  kKmp = 1 << 0,          // called as KmpEntry, else as GompEntry
  kOwnIcvs = 1 << 1,      // README.md, "Data environment"
  kFinal = 1 << 2,        // its tasks are final and undeferred
  kImplicit = 1 << 3,     // the implicit task of a slot
  kTaskRange = 1 << 4,      // no task: the proxy of tasks of a taskloop that have not been made yet
  kDestructors = 1 << 5,  // KMP: data1 is a thunk that destroys the privates after the body
  kDetachable = 1 << 6,   // completes when its event is fulfilled too
  kInGroup = 1 << 7,      // counted by the taskgroup that its creator had open, not by the creator's domain
  kOnTop = 1 << 8,        // undeferred: runs on top of its creator, which is `next`
  kPrioritised = 1 << 9,  // created with a priority clause
  kNotReplayable = 1 << 10,  // not part of the record of the region that creates it
  kUnconstrained = 1 << 11,  // untied, hence allowed on top of any wait (task scheduling constraint)
  kHasNextPart = 1 << 12,         // has asked for its next part
  kInternal = 1 << 13,           // the runtime's own: runs even in a cancelled construct
  kUntied = 1 << 14,         // its body comes in parts (KMP)
  kInOrder = 1 << 15,        // for now its tasks run where they are created (region/taskgraph/replay.hpp)
  kObserved = 1 << 16,       // a tool watches: its entry is in `entry.observed` (observed.hpp)
  kInNode = 1 << 17,         // an ordinary task in the memory of a node (graph/replay/node_task.hpp)
  kTaskloop = 1 << 18,       // stands for all tasks of a taskloop; its block is a TaskloopBlock
  kForNode = 1 << 19,        // a node is over with this task, whose block, of a slab, is released then
  kCopied = 1 << 20,  // GOMP: a function of the program has filled its block; only its body destroys these copies
  kInRegion = 1 << 21,  // it executes the code of a task graph region whose tasks are ordinary ones for now
};

union Entry {
  KmpEntry kmp;
  GompEntry gomp;
  Observed* observed;  // Flag::kObserved
};

// What a compiler's entry point knows of a task before it is created: where the two ABIs meet.
struct TaskSpec {
  Entry entry;
  uint32_t block_bytes;  // the compiler's block
  uint32_t shareds_offset;  // KMP: the shareds begin here in the block; 0: none. GOMP: the block's alignment, if it is
      // more than a cache line; else 0
  uint32_t flags;  // Flag
  int16_t priority;
  bool is_trivial;  // its captured data may be copied as bytes (no C++ objects, no copy function)
};

// The block of a task that stands for a taskloop begins with this. Its entry is the one of the loop's tasks: it names
// the construct, and is not called.
struct TaskloopBlock {
  void (*run)(sched::Worker& worker, TaskloopBlock& block);  // returns when the loop's tasks have run
};

struct alignas(base::kCacheLine) Task {
  Entry entry;
  void* data;  // the compiler's block
  Domain* parent;  // the domain of the generating task; outlives this task
  TaskGroup* group;  // innermost taskgroup region this task belongs to, nullptr if none
  depend::DepNode* node;  // its dependences, nullptr if none
  Domain* domain;  // its own children; nullptr until it creates one. Only the worker that runs it
  uint32_t flags;
  int16_t priority;
  base::Atomic<uint16_t> holds;  // of a detachable task: its body and its event, until they are over
  union {
    Task* next;  // link of the list that the task waits in
    graph::NodeState* node_state;  // of a task that holds a node, when its body is over: in no list
  };

  bool has(Flag flag) const { return (flags & flag) != 0; }
  void* block() { return this + 1; }
  static Task* of_block(void* block) { return static_cast<Task*>(block) - 1; }
  JoinCounter& join_counter() const;  // where its completion is counted
};
static_assert(sizeof(Task) == base::kCacheLine);

// Sets a descriptor up before the task is the child of another one.
inline void init(Task& task, const TaskSpec& spec) {
  task.entry = spec.entry;
  task.data = task.block();
  task.node = nullptr;
  task.domain = nullptr;
  task.flags = spec.flags;
  task.priority = spec.priority;
  if ((spec.flags & kDetachable) != 0) task.holds.store_relaxed(2);  // [sched/H1]
}

// The side of a task that its children see. It outlives the task's block as long as a descendant is unfinished.
struct alignas(base::kCacheLine) Domain {
  // The worker that runs the task writes here with each child; others when they report.
  JoinCounter join_counter;  // first member: a dead join counter is a dead domain
  depend::Table* table = nullptr;  // dependences among the children; only the worker that runs the task
  sched::RegionExecution* execution = nullptr;  // task region whose tasks the task is creating; its worker only
  // Blocks of children were left open that `table` does not know yet: sched/run/table.hpp.
  bool has_open_blocks = false;
  // A child may complete after its body, so undeferring everything would be wrong; until all have been waited for.
  bool has_detached = false;
  // Without it the compiler clears a domain by stores that overlap, and a load of what two stores have written waits
  // until both are in the cache: some 20 ns in the middle of a body's computation (docs/measurements/tasks.md).
  uint8_t to_whole_words[6] = {};

  // What any worker reads when a child ends, and hardly any writes. On a line of its own: each such read would take
  // the one above from the creator.
  alignas(base::kCacheLine) sched::Arena* arena = nullptr;  // whose workers may run the children
  Domain* outer = nullptr;  // domain of the task's own parent, nullptr for implicit tasks
  JoinCounter* reports_to = nullptr;  // where an orphaned domain is counted
  base::Atomic<DataEnvironment*> environment{nullptr};  // once the task has set ICVs [I1]
  // Called when the last descendant is done, if that happens after the task itself: frees what belongs to the domain
  // and returns the join counter in which it is one child done. nullptr: it is a slab block, and an orphan in
  // `reports_to`.
  JoinCounter& (*on_dead)(sched::Worker& worker, Domain& domain) = nullptr;
  uint32_t depth = 0;  // 0 for implicit tasks
  bool is_of_nodes = false;  // of an instance of a graph: a node waits for its descendants, so it has a domain for them
  uint8_t to_whole_words_too[3] = {};

  bool is_descendant_of(const Domain& ancestor) const {
    const Domain* domain = this;
    while (domain != nullptr && domain->depth > ancestor.depth) domain = domain->outer;
    return domain == &ancestor;
  }
};
static_assert(sizeof(Domain) == 2 * base::kCacheLine);

// A taskgroup region, on the stack of the task that opened it.
struct TaskGroup {
  // What opened it. Parallel and worksharing constructs open a group if they reduce with the task modifier; a cancel
  // directive never means such a group.
  enum class Of : uint8_t { Taskgroup, Parallel, Worksharing };

  JoinCounter join_counter;  // tasks created in the region by the task that opened it
  TaskGroup* outer = nullptr;  // the group that was innermost before
  Domain* owner = nullptr;  // domain of the task that opened it
  Reductions* reductions = nullptr;  // its reductions, if the compiler leaves them to the runtime;
  void* descriptors = nullptr;  // if the compiler does them itself (gcc): its list of them
  base::Atomic<uint32_t> cancelled{0};
  Of of = Of::Taskgroup;

  // This group is cancelled, or one around it. A hint: a thread that sees it late only does more than it has to.
  bool is_cancelled() const {
    for (const TaskGroup* group = this; group != nullptr; group = group->outer) {
      if (group->cancelled.load_relaxed() != 0) return true;
    }
    return false;
  }
};

inline JoinCounter& Task::join_counter() const { return has(kInGroup) ? group->join_counter : parent->join_counter; }

}  // namespace rondo::task
