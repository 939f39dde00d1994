// SPDX-License-Identifier: Apache-2.0
//
// A creator that is too far ahead of the workers that run its tasks stops creating, and helps.
#pragma once

#include "sched/settings.hpp"
#include "sched/worker/worker.hpp"

namespace rondo::sched {

// Until half of the backlog is gone.
void throttle(Worker& worker, const task::JoinCounter& join_counter, const task::Domain& domain);

// A creator that is ahead of the others by more than settings.throttle_tasks runs ready tasks. `join_counter`: where
// its last task was counted. Called when the join counter says that it is time to look.
inline void help_if_ahead(Worker& worker, const task::JoinCounter& join_counter, const task::Domain& domain) {
  if (settings.throttle_tasks == 0) return;
  if (join_counter.outstanding() > settings.throttle_tasks) throttle(worker, join_counter, domain);
}

// Memory is short: helps until all that `domain`'s task has created is done, or nothing of it is ready for a while.
void help_until_done(Worker& worker, const task::JoinCounter& join_counter, const task::Domain& domain);

// Helps until the task of `node` is over, a fine-grained one that the creator has just linked behind tasks of other
// workers: then the next tasks may run inline.
void catch_up(Worker& worker, const depend::DepNode& node, const task::JoinCounter& join_counter,
              const task::Domain& domain);

}  // namespace rondo::sched
