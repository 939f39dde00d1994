// SPDX-License-Identifier: Apache-2.0
//
// The dependences among the children of one task. Written by one thread at a time, the one that runs the parent: no
// lock, no atomic but those on the nodes themselves. Finished tasks are forgotten: when their access is superseded,
// when a long set of readers is pruned, and when the map grows.
#pragma once

#include <cstdint>
#include <span>

#include "depend/address_map.hpp"
#include "depend/dep_node.hpp"

namespace rondo::graph {
struct Instance;
}

namespace rondo::depend {

class Table {
 public:
  explicit Table(task::Slab& slab) : map_(slab) {}

  // Enters the accesses of a new task and links its node behind its predecessors; returns the number of edges made.
  // `node` has room for all of `dependences`.
  uint32_t enter(DepNode& node, std::span<const Dependence> dependences, task::Slab& slab);

  // Calls before(DepNode&) for each predecessor that a task with these dependences would have; more than once if
  // several dependences lead there. Also for those that are retired, but not forgotten.
  template <class Before>
  void for_each_predecessor(std::span<const Dependence> dependences, Before before) {
    if (all_memory_ != nullptr) before(*all_memory_);
    auto visit = [&](DepNode* predecessor) { before(*predecessor); };
    for (const Dependence& dependence : dependences) {
      if (dependence.address == kAllMemory) {
        map_.for_each([&](Entry<DepNode>& entry) { depend::consult(entry, Kind::Out, visit); });
      } else if (Entry<DepNode>* entry = map_.find(dependence.address)) {
        depend::consult(*entry, dependence.kind, visit);
      }
    }
  }

  // Links `node` behind the predecessors it would have, without entering it: for a taskwait with depend and for
  // undeferred tasks, which are over before the next sibling is created. Returns the number of edges made.
  uint32_t consult(DepNode& node, std::span<const Dependence> dependences, task::Slab& slab);

  // Whether all predecessors are retired that a task with these dependences would have. Forgets those that are.
  bool drop_if_free(std::span<const Dependence> dependences, task::Slab& slab);

  // All tasks that were entered are retired: forgets them, unless that would cost more than entering them did.
  void forget(task::Slab& slab);

  // Forgets what is retired, with the memory for it; true if nothing is left.
  bool forget_retired(task::Slab& slab);

  // The parent is finished: the table names no node any more.
  void release(task::Slab& slab);

  uint32_t n_addresses() const { return map_.size(); }
  bool is_empty() const { return map_.size() == 0 && all_memory_ == nullptr; }

  // Blocks of siblings that are to be entered before anything else is, newest first (sched/table.hpp).
  graph::Instance* open_blocks = nullptr;

 private:
  using Set = Access<DepNode>*;

  void drop(Set set, task::Slab& slab);
  void drop_exclusion(Entry<DepNode>& entry, task::Slab& slab);
  bool drop_if_retired(Entry<DepNode>& entry, task::Slab& slab);
  bool drop_if_free(Entry<DepNode>& entry, Kind kind, task::Slab& slab);
  void prune(Entry<DepNode>& entry, task::Slab& slab);
  uint32_t enter_some(DepNode& node, Access<DepNode>* accesses, std::span<const Dependence> some, task::Slab& slab);
  uint32_t enter_one(DepNode& node, Access<DepNode>* access, Entry<DepNode>& entry, Kind kind, task::Slab& slab);
  uint32_t enter_many(DepNode& node, std::span<const Dependence> dependences, task::Slab& slab);
  uint32_t enter_all_memory(DepNode& node, task::Slab& slab);
  uint32_t connect_to_all_memory(DepNode& node, task::Slab& slab);

  AddressMap<DepNode, task::Slab> map_;
  DepNode* all_memory_ = nullptr;  // the newest task with omp_all_memory: before everything entered later
};

}  // namespace rondo::depend
