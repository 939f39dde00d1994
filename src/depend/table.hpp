// SPDX-License-Identifier: Apache-2.0
//
// The dependences among the children of one task. Written by one thread at a time, the one that runs the parent: no
// lock, no atomic but those on the nodes themselves. Finished tasks are forgotten: when their access is superseded,
// when a long set of readers is pruned, and when the map grows.
#pragma once

#include <cstdint>
#include <span>

#include "base/assert.hpp"
#include "depend/address_map.hpp"
#include "depend/address_steps.hpp"
#include "depend/dep_node.hpp"
#include "depend/process.hpp"

namespace rondo::graph {
struct Instance;
}

namespace rondo::depend {

class Stream;

class Table {
 public:
  explicit Table(task::Slab& slab) : map_(slab), n_until_watched_(process.longest_period == 0 ? 0 : 1) {}

  // Enters the accesses of a new task and links its node behind its predecessors; returns the number of edges made.
  // `node` has room for all of `dependences`, of which there is at least one.
  uint32_t enter(DepNode& node, std::span<const Dependence> dependences, task::Slab& slab) {
    RONDO_ASSERT(!dependences.empty());
    if (--n_until_watched_ == 0) return enter_watched(node, dependences, slab);
    return enter_now(node, dependences, slab);
  }

  // Calls before(DepNode&) for each predecessor that a task with these dependences would have; more than once if
  // several dependences lead there. Also for those that are retired, but not forgotten; forecast ones are not seen.
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

  // The same for the task that is created next: if it says yes, it runs now and is not entered. Where the creation is
  // watched, this may take as long as to look at a whole period, and `watched` is called behind a yes. A stream that
  // rests or has given up asks for none before the count has come down to 1.
  template <class Watched>
  bool passes(std::span<const Dependence> dependences, task::Slab& slab, Watched watched) {
    if (n_until_watched_ != 1 || stream_ == nullptr) return drop_if_free_now(dependences, slab);
    if (!passes_watched(dependences, slab)) return false;
    watched();
    return true;
  }

  // All tasks that were entered are retired: forgets them, unless that would cost more than entering them did.
  void forget(task::Slab& slab);

  // Forgets what is retired, with the memory for it; true if nothing is left.
  bool forget_retired(task::Slab& slab);

  // The parent is finished: the table names no node any more.
  void release(task::Slab& slab);

  uint32_t n_addresses() const { return map_.size(); }
  bool is_empty() const {
    return map_.size() == 0 && all_memory_ == nullptr && stream_ == nullptr && locks_ == nullptr;
  }

  // ---- For the stream (stream.hpp) ----

  // enter() without it.
  uint32_t enter_now(DepNode& node, std::span<const Dependence> dependences, task::Slab& slab);
  bool drop_if_free_now(std::span<const Dependence> dependences, task::Slab& slab);
  // A node that was forecast, hence linked, and was created behind all that the table has.
  void enter_linked(DepNode& node, std::span<const Dependence> dependences, task::Slab& slab);
  // Whether nothing that is not retired comes before such accesses.
  bool is_free(std::span<const Dependence> dependences);
  // If all that was entered is retired: forgets it. False: it is not.
  bool forget_if_over(task::Slab& slab);

  // Blocks of siblings that are to be entered before anything else is, newest first (sched/run/table.hpp).
  graph::Instance* open_blocks = nullptr;

 private:
  using Set = Access<DepNode>*;
  struct Lock {
    uintptr_t address;
    Exclusion* exclusion;  // nullptr: that set has ended
  };
  using Locks = AddressMap<Lock, task::Slab>;
  static constexpr uint32_t kUnwatched = 64;  // a task that creates no more is not worth a look

  uint32_t enter_watched(DepNode& node, std::span<const Dependence> dependences, task::Slab& slab);
  uint32_t look_for_period(DepNode& node, std::span<const Dependence> dependences, task::Slab& slab);
  uint32_t show(DepNode& node, std::span<const Dependence> dependences, task::Slab& slab);
  void settle(task::Slab& slab) {
    if (stream_ != nullptr) [[unlikely]]
      settle_stream(slab);
  }
  bool passes_watched(std::span<const Dependence> dependences, task::Slab& slab);
  bool begin_stream(std::span<const Dependence> dependences);
  void settle_stream(task::Slab& slab);
  void clear(task::Slab& slab);
  template <class Memory>
  void drop_all(task::Slab& slab, Memory& memory);  // nodes go to `memory`
  Exclusion* exclusion_of(uintptr_t address, task::Slab& slab);
  void drop_exclusion_of(uintptr_t address, task::Slab& slab);
  void drop_exclusion(const Entry<DepNode>& entry, task::Slab& slab) {  // its set ends
    if (entry.kind == Kind::MutexInOutSet) [[unlikely]]
      drop_exclusion_of(entry.address, slab);
  }
  void drop_locks(task::Slab& slab);
  static bool is_retired(const Entry<DepNode>& entry);
  bool drop_if_retired(Entry<DepNode>& entry, task::Slab& slab);
  bool drop_if_free(Entry<DepNode>& entry, Kind kind, task::Slab& slab);
  void prune(Entry<DepNode>& entry, task::Slab& slab);
  void make_room(uint32_t n_addresses, task::Slab& slab);
  uint32_t enter_one(DepNode& node, Access<DepNode>* access, Entry<DepNode>& entry, Kind kind, task::Slab& slab);
  uint32_t enter_all_memory(DepNode& node, task::Slab& slab);
  uint32_t connect_to_all_memory(DepNode& node, task::Slab& slab);

  AddressMap<Entry<DepNode>, task::Slab> map_;
  AddressSteps steps_;
  Locks* locks_ = nullptr;  // of the addresses with a mutexinoutset: few have one, so they are not in the map's entries
  DepNode* all_memory_ = nullptr;  // the newest task with omp_all_memory: before everything entered later
  Stream* stream_ = nullptr;  // once the creations are watched
  uint32_t n_until_watched_;  // the number of the creation that is shown next; 0: none for long
  uint32_t first_token_ = 0;  // of the first creation
};

}  // namespace rondo::depend
