// SPDX-License-Identifier: Apache-2.0
//
// A creator that has come too far ahead of those who run its tasks leaves off creating, and helps.
#pragma once

#include "sched/settings.hpp"
#include "sched/worker.hpp"

namespace rondo::sched {

// Until half of the backlog is gone.
void throttle(Worker& worker, const task::JoinCounter& join_counter, const task::Domain& domain);

// A creator that is ahead of the others by more than settings.throttle_tasks works on what there is. `join_counter`:
// where its last task was counted. Asked when the join counter says that it is time to look.
inline void help_if_ahead(Worker& worker, const task::JoinCounter& join_counter, const task::Domain& domain) {
  if (settings.throttle_tasks == 0) return;
  if (join_counter.outstanding() > settings.throttle_tasks) throttle(worker, join_counter, domain);
}

// Until all that `domain`'s task has created is done, or nothing of it is ready for a while: there is no memory.
void help_until_done(Worker& worker, const task::JoinCounter& join_counter, const task::Domain& domain);

// Until the task of `node` is over, a fine-grained one that the creator has just linked behind tasks that others
// have: then the next ones may run inline.
void catch_up(Worker& worker, const depend::DepNode& node, const task::JoinCounter& join_counter,
              const task::Domain& domain);

}  // namespace rondo::sched
