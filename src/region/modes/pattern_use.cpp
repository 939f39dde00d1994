// SPDX-License-Identifier: Apache-2.0
#include "region/modes/pattern_use.hpp"

#include "graph/record/recorder.hpp"
#include "region/modes/recapture.hpp"
#include "region/modes/recording.hpp"
#include "sched/create/earlier_siblings.hpp"
#include "sched/run/observe_nodes.hpp"

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

// A pattern does not say which tasks are detachable, only whether some were.
const char* PatternUse::difference_of(Worker& worker, const Task& task, Dependences dependences, bool& if_clause) {
  if (is_undeferred(worker, if_clause)) return "a task became undeferred";
  if (task.has(task::kDetachable) && !has_events_) return "a task is detachable";
  return match(Act::Task, dependences);
}

// The task is its event, and outlives its body.
void PatternUse::note_event(Worker& worker, Task& task) {
  events_.announce(reinterpret_cast<uintptr_t>(&task), worker.current->group);
  task.flags |= task::kForNode;
}

bool PatternUse::submit(Worker& worker, Task& task, Dependences dependences, bool& if_clause) {
  if (task.has(task::kNotReplayable) || mismatch_ != nullptr) return false;
  if (const char* difference = difference_of(worker, task, dependences, if_clause)) {
    abandon(worker, difference);
    return false;
  }
  Instance& instance = nodes_.instance();
  task.parent = &instance.domain;
  task.group = worker.current->group;
  instance.pattern.tasks[nodes_.index()] = &task;
  if (has_events_) [[unlikely]] {
    lists_.add(dependences, worker.current->group);
    if (task.has(task::kDetachable)) note_event(worker, task);
  }
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
  if (has_events_) [[unlikely]] {
    const bool is_group = depth == task::Depth::Descendants;
    if (is_group && !events_.end_group(worker.current->group)) return abandon(worker, graph::kEventBeforeGroup);
    if (!is_group && dependences.empty()) events_.forget_pending();
    lists_.add({}, worker.current->group);
  }
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
  if (!has_events_) return run_out_empty(worker, nodes_);
  nodes_.instance().pattern.renaming->end();
  hand_over(worker, nodes_, lists_, nullptr);
}

}  // namespace rondo::region
