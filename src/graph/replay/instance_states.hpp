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

// store/README.md, "Border".
struct BorderState {
  bool is_behind_siblings = false;  // re-capture: nodes may wait for tasks that are no nodes
  Addresses addresses = Addresses::Recorded;  // that its nodes depend on; of a re-capture, set at the end of its code
  base::Atomic<uint32_t> n_holders{0};  // the replay, and the creator while the block is open
  task::Task* proxy_task = nullptr;  // what later siblings wait for
};

}  // namespace rondo::graph
