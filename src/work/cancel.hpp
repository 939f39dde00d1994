// SPDX-License-Identifier: Apache-2.0
//
// Cancellation (OMP_CANCELLATION=true), and the barrier inside a region, which must take part in it: threads that
// wait there must leave when the region is cancelled. Without cancellation it is the team's barrier. Argument:
// README.md, "Cancellation".
#pragma once

#include "team/team.hpp"

namespace rondo::work {

enum CancelKind : uint32_t {  // bits, as GOMP passes them
  kCancelParallel = 1,
  kCancelLoop = 2,
  kCancelSections = 4,
  kCancelTaskgroup = 8,
};

// Explicit and implicit barriers, except the one at the end of a region. Returns true if the region is cancelled; the
// thread then goes to the region's end.
bool barrier(sched::Worker& worker);

// Cancels the innermost construct of the kind. Returns true if the thread then goes to the construct's end; false if
// cancellation is off.
bool cancel(sched::Worker& worker, CancelKind kind);

// Returns true if the innermost construct of the kind is cancelled.
bool is_cancelled(sched::Worker& worker, CancelKind kind);

inline bool is_region_cancelled(const team::Team& team) {
  return team.is_cancellable && (team.cancellation.requested.load_acquire() & kCancelParallel) != 0;  // [W7]
}

}  // namespace rondo::work
