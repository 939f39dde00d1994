// SPDX-License-Identifier: Apache-2.0
//
// The dependences among the children of one task. Written by one thread at a time, the one that runs the parent: no
// lock, no atomic but those on the nodes themselves. Finished tasks are forgotten: when their access is superseded,
// when a long set of readers is pruned, and when the map grows.
#pragma once

#include <cstdint>
#include <span>

#include "depend/address_map.hpp"
#include "depend/node.hpp"

namespace rondo::depend {

class Table {
 public:
  explicit Table(task::Slab& slab) : map_(slab) {}

  // Enters the accesses of a new task and links its node behind its predecessors; returns the number of edges made.
  // `node` has room for all of `dependences`.
  uint32_t enter(Node& node, std::span<const Dependence> dependences, task::Slab& slab);

  // Links `node` behind the predecessors it would have, without entering it: for a taskwait with depend and for
  // undeferred tasks, which are over before the next sibling is created. Returns the number of edges made.
  uint32_t consult(Node& node, std::span<const Dependence> dependences, task::Slab& slab);

  // Whether all predecessors are retired that a task with these dependences would have. Forgets those that are.
  bool is_free(std::span<const Dependence> dependences, task::Slab& slab);

  // All tasks that were entered are retired: forgets them where it costs less than they did.
  void forget(task::Slab& slab);

  // The parent is finished: the table names nobody any more.
  void release(task::Slab& slab);

  uint32_t n_addresses() const { return map_.size(); }

 private:
  using Set = Access<Node>*;

  void prefetch(std::span<const Dependence> dependences);
  void drop(Set set, task::Slab& slab);
  void drop_exclusion(Entry<Node>& entry, task::Slab& slab);
  bool drop_if_retired(Entry<Node>& entry, task::Slab& slab);
  bool is_free(Entry<Node>& entry, Kind kind, task::Slab& slab);
  void prune(Entry<Node>& entry, task::Slab& slab);
  uint32_t enter_one(Node& node, Access<Node>* access, const Dependence& dependence, task::Slab& slab);
  uint32_t enter_all_memory(Node& node, task::Slab& slab);
  uint32_t connect_to_all_memory(Node& node, task::Slab& slab);

  AddressMap<Node, task::Slab> map_;
  Node* all_memory_ = nullptr;  // the newest task with omp_all_memory: before everything entered later
};

}  // namespace rondo::depend
