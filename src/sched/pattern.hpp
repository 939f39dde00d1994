// SPDX-License-Identifier: Apache-2.0
//
// Task creation inside a dep_pattern that is in use: an ordinary task, whose dependences are those of the pattern's
// next node. What it creates is unknown to the address table of the creating task, so whoever looks there first waits
// for it (wait_for_pattern).
#pragma once

#include "sched/region.hpp"

namespace rondo::sched {

// True: the task stands in the place of the next node and has been dealt with. False: it is to be submitted as an
// ordinary task, because the use is over.
bool submit_in_pattern(Worker& worker, Encounter& encounter, task::Task& task, Dependences dependences,
                       bool is_undeferred);

// taskwait, taskwait depend, end of a taskgroup: waits for the nodes concerned. The caller waits for what else there
// is.
void join_in_pattern(Worker& worker, Encounter& encounter, Dependences dependences, task::Depth depth);

// Before the current task enters dependences into its table or looks there.
inline void wait_for_pattern(Worker& worker, task::Domain& domain) {
  if (domain.has_pattern_children) wait_for_children(worker, domain);
}

}  // namespace rondo::sched
