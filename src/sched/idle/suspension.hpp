// SPDX-License-Identifier: Apache-2.0
//
// Blocking and unblocking, before and behind any change of stacks: how a blocked task and who unblocks it meet.
// Argument: sched/run/README.md, "Suspended tasks".
#pragma once

#include "sched/idle/park.hpp"

namespace rondo::sched {

// What a blocked task waits for: one block() and one unblock(), in any order.
class Suspension {
 public:
  // The worker's: `blocked` waits from now on. False: it was unblocked before.
  bool begin(Blocked& blocked);
  // Any thread. Afterwards the suspension may be gone.
  void end();

 private:
  static constexpr uintptr_t kOver = 1;
  base::Atomic<uintptr_t> state_{0};  // 0, its Blocked, or kOver [B2]
};

// Notes which blocked tasks of this worker were unblocked.
void collect_unblocked(Worker& worker);

// A blocked task of this worker may go on that it does not know of yet.
inline bool is_unblocked(const Worker& worker) { return !worker.suspended.unblocked.is_empty(); }

}  // namespace rondo::sched
