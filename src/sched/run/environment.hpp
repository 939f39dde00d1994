// SPDX-License-Identifier: Apache-2.0
//
// What a new task has from its creator: its domain, its taskgroup, and the data environment of a creator that has set
// ICVs; see task/README.md, "Data environment". Only rare paths call what is behind adopt().
#pragma once

#include "sched/worker/worker.hpp"
#include "task/environment.hpp"

namespace rondo::sched {

// The current task has set ICVs while descendants of it were not done (Flag::kOwnIcvs): a new child gets a copy, in a
// domain that it has from the start.
void inherit_own_icvs(Worker& worker, task::Task& child, task::Domain& domain);

// Whether children of the task inherit no flags and no ICVs.
inline bool is_fast_path_parent(const task::Task& task) {
  return (task.flags & (task::kFinal | task::kOwnIcvs | task::kInOrder | task::kObserved)) == 0;
}
// Makes the new task, or what stands for it, a child of the current one; returns the join counter that counts it. The
// first form is for a current task that is_fast_path_parent().
inline task::JoinCounter& adopt_fast(Worker& worker, task::Task& task, task::Domain& domain) {
  task::TaskGroup* group = worker.current->group;
  task.parent = &domain;
  task.group = group;
  if (group == nullptr || group->owner != &domain) [[likely]]
    return domain.join_counter;
  task.flags |= task::kInGroup;
  return group->join_counter;
}
inline task::JoinCounter& adopt(Worker& worker, task::Task& task, task::Domain& domain) {
  if (!is_fast_path_parent(*worker.current)) [[unlikely]] {
    task.flags |= worker.current->flags & task::kFinal;
    if (worker.current->has(task::kOwnIcvs)) inherit_own_icvs(worker, task, domain);
  }
  return adopt_fast(worker, task, domain);
}

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
