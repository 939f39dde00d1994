// SPDX-License-Identifier: Apache-2.0
//
// What an instance has besides its nodes' states for some replays only: those of one kind, and those that have a
// border with tasks outside. What loops need is in cycle.hpp. Used through Instance.
#pragma once

#include "base/atomic.hpp"
#include "task/task.hpp"

namespace rondo::graph {

class Renaming;
struct MovedLists;

// ReplayKind::Pattern.
struct PatternState {
  task::Task** tasks = nullptr;  // of each node: the ordinary task that it stands for
  Renaming* renaming = nullptr;  // the addresses of this use
};

// ReplayKind::Recapture.
struct RecaptureState {
  MovedLists* moved = nullptr;  // once an encounter's addresses were others than recorded
  base::Atomic<task::TaskGroup**> groups{nullptr};  // of each node; nullptr: Instance::group, as of all
};

// Which addresses a replay's dependences name: those of the record (RecordedLists), other ones in their place
// (RecaptureState::moved), or unknown ones.
enum class Addresses : uint8_t { Recorded, Moved, Unknown };

// The proxy task of one node: made if the node is not complete by then (store/README.md, "Border").
class NodeFollower {
 public:
  void reset() { task_.store_relaxed(nullptr); }
  bool is_complete() const { return task_.load_acquire() == complete(); }  // [B2]
  // False: the node is complete, so that nobody will see to the task.
  [[nodiscard]] bool set(task::Task& task) {
    task::Task* expected = nullptr;
    return task_.cas_acq_rel(expected, &task);  // [B2]
  }
  // The node is complete. Returns the task that waits for it, or nullptr.
  task::Task* finish() { return task_.exchange_acq_rel(complete()); }  // [B2]

 private:
  static task::Task* complete() { return reinterpret_cast<task::Task*>(alignof(task::Task)); }

  base::Atomic<task::Task*> task_{nullptr};
};

// store/README.md, "Border".
struct BorderState {
  bool is_behind_siblings = false;  // re-capture: nodes may wait for tasks that are no nodes
  Addresses addresses = Addresses::Recorded;  // that its nodes depend on; of a re-capture, set at the end of its code
  base::Atomic<uint32_t> n_holders{0};  // the replay, and the creator while the block is open
  task::Task* proxy_task = nullptr;  // what later siblings wait for
  NodeFollower* followers = nullptr;  // a graph with events: of each node, what they wait for instead
};

}  // namespace rondo::graph
