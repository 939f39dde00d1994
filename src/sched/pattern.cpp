// SPDX-License-Identifier: Apache-2.0
#include "sched/pattern.hpp"

#include "sched/run_node.hpp"
#include "sched/wait.hpp"

namespace rondo::sched {

using graph::Act;
using graph::Instance;
using graph::NodeIndex;
using task::Task;

bool submit_in_pattern(Worker& worker, Encounter& encounter, Task& task, Dependences dependences, bool is_undeferred) {
  if (encounter.has_mismatch()) return false;
  const char* difference = is_undeferred                 ? "a task became undeferred"
                           : task.has(task::kDetachable) ? "a task is detachable"
                                                         : encounter.match(Act::Task, dependences);
  if (difference != nullptr) {
    abandon(worker, encounter, difference);
    return false;
  }
  Instance& instance = encounter.instance();
  task.parent = &instance.domain;
  task.group = worker.current->group;
  encounter.put(task);
  start_captured(worker, encounter);
  return true;
}

void join_in_pattern(Worker& worker, Encounter& encounter, Dependences dependences, task::Depth depth) {
  if (encounter.has_mismatch()) return;
  Act act = depth == task::Depth::Children ? Act::JoinChildren : Act::JoinDescendants;
  if (const char* difference = encounter.match(act, dependences)) return abandon(worker, encounter, difference);
  pass_join(worker, encounter);
}

}  // namespace rondo::sched
