// SPDX-License-Identifier: Apache-2.0
//
// A creator that has come too far ahead of those who run its tasks leaves off creating, and helps.
#pragma once

#include "sched/settings.hpp"
#include "sched/worker.hpp"

namespace rondo::sched {

// Until half of the backlog is gone.
void throttle(Worker& worker, const task::Tally& tally, const task::Domain& domain);

// A creator that is ahead of the others by more than settings.throttle_tasks works on what there is. `tally`: where
// its last task was counted. Asked when the tally says that it is time to look.
inline void help_if_ahead(Worker& worker, const task::Tally& tally, const task::Domain& domain) {
  if (settings.throttle_tasks == 0) return;
  if (tally.outstanding() > settings.throttle_tasks) throttle(worker, tally, domain);
}

// Until the task of `node` is over, a tiny one that the creator has just linked behind tasks that others have: then
// the next ones may run at once.
void catch_up(Worker& worker, const depend::Node& node, const task::Tally& tally, const task::Domain& domain);

}  // namespace rondo::sched
