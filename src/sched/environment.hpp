// SPDX-License-Identifier: Apache-2.0
//
// Data environments of tasks that have set ICVs; see task/README.md, "Data environment". Only rare paths call this.
#pragma once

#include "sched/worker.hpp"
#include "task/environment.hpp"

namespace rondo::sched {

// The current task has set ICVs while descendants of it were not done (Flag::kOwnIcvs): a new child gets a copy, in a
// domain that it has from the start.
void inherit_own_icvs(Worker& worker, task::Task& child, task::Domain& domain);
// Such a child begins on this worker.
void take_domain(Worker& worker, task::Task& task);

// The environment with which nodes of a region begin that the current task encounters; nullptr: that of its other
// children.
task::DataEnvironment* environment_of_nodes(Worker& worker);

// The ICVs of the current task, to be changed: until now it has those of `before`.
config::Icvs& change_icvs(Worker& worker, const config::Icvs& before);

// The domain goes, and with it its environment.
void release_environment(Worker& worker, task::Domain& domain);

}  // namespace rondo::sched
