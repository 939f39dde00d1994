// SPDX-License-Identifier: Apache-2.0
#include "region/pattern_use.hpp"

#include "region/recapture.hpp"
#include "region/recording.hpp"
#include "sched/earlier_siblings.hpp"
#include "sched/observe_nodes.hpp"

namespace rondo::region {

using graph::Act;
using graph::Instance;
using sched::Dependences;
using sched::Worker;
using task::Task;

// The control code's next act: nullptr if the pattern has the same, else the difference.
const char* PatternUse::match(Act act, Dependences dependences) {
  return nodes_.instance().pattern.renaming->match(act, dependences);
}

bool PatternUse::submit(Worker& worker, Task& task, Dependences dependences, bool& if_clause) {
  if (task.has(task::kNotReplayable) || mismatch_ != nullptr) return false;
  const char* difference = is_undeferred(worker, if_clause) ? "a task became undeferred"
                           : task.has(task::kDetachable)    ? "a task is detachable"
                                                            : match(Act::Task, dependences);
  if (difference != nullptr) {
    abandon(worker, difference);
    return false;
  }
  Instance& instance = nodes_.instance();
  task.parent = &instance.domain;
  task.group = worker.current->group;
  instance.pattern.tasks[nodes_.index()] = &task;
  if (task.has(task::kObserved)) [[unlikely]]
    sched::adopt_record(instance, nodes_.index(), *task.entry.observed);
  if (instance.border.is_behind_siblings) [[unlikely]]
    sched::put_behind_siblings(worker, instance, nodes_.index(), dependences);
  start_captured(worker, nodes_);
  return true;
}

// Waits for nodes only; the caller waits for ordinary tasks.
void PatternUse::join(Worker& worker, Dependences dependences, task::Depth depth) {
  if (mismatch_ != nullptr) return;
  Act act = depth == task::Depth::Children ? Act::JoinChildren : Act::JoinDescendants;
  if (const char* difference = match(act, dependences)) return abandon(worker, difference);
  pass_join(worker, nodes_);
}

void PatternUse::leave(Worker& worker, const char* reason) {
  if (mismatch_ == nullptr) abandon(worker, reason);
}

void PatternUse::end(Worker& worker) {
  if (!nodes_.is_complete()) leave(worker, "fewer tasks are created than the pattern has");
}

void PatternUse::abandon(Worker& worker, const char* reason) {
  mismatch_ = reason;
  run_out_empty(worker, nodes_);
}

}  // namespace rondo::region
