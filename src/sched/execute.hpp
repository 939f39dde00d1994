// SPDX-License-Identifier: Apache-2.0
//
// Running one piece of work, and what follows from its end: dependences released, completions counted, memory given
// back. Nothing here waits.
#pragma once

#include "sched/park.hpp"
#include "sched/settings.hpp"
#include "sched/worker.hpp"

namespace rondo::sched {

// Runs `work`, pushes what it made ready but keeps the immediate successor: the ready successor of highest priority
// that was created first. Returns it (or no work); the caller runs or pushes it.
Work run(Worker& worker, Work work);

// The part of its body that a KMP task has asked for.
inline void run_next_part(Worker& worker, task::Task& task) {
  task.flags &= static_cast<uint16_t>(~task::kGoesOn);
  task.entry.kmp(static_cast<int32_t>(worker.id), task.data);
}
// What a KMP task may want after its entry was called: the next part of its body, and the end of its privates.
void end_kmp_body(Worker& worker, task::Task& task);
void restore_icvs(Worker& worker, config::Icvs* icvs);

// Calls a task's body on the calling worker as `worker.current`.
inline void call_body(Worker& worker, task::Task& task) {
  task::Task* outer = worker.current;
  config::Icvs* outer_icvs = worker.icvs;
  worker.current = &task;
  if (task.has(task::kKmp)) {
    task.entry.kmp(static_cast<int32_t>(worker.id), task.data);
    while (task.has(task::kGoesOn)) run_next_part(worker, task);
    if (task.has(task::kDestructors)) [[unlikely]]
      end_kmp_body(worker, task);
  } else {
    task.entry.gomp(task.data);
  }
  worker.current = outer;
  if (worker.icvs != outer_icvs) [[unlikely]]
    restore_icvs(worker, outer_icvs);
}

// The taskgroup was cancelled, or the region of the crew. Only with OMP_CANCELLATION, where callers ask.
inline bool is_cancelled(const Crew& crew, const task::TaskGroup* group) {
  return crew.is_cancelled.load_relaxed() || (group != nullptr && group->is_cancelled());
}

// The taskgroup of a task that is about to begin was cancelled, or the region it is bound to: its body is skipped.
// Not that of a detachable one: its event may come from the body, which runs up to a cancellation point.
bool is_in_cancelled_construct(const task::Task& task);
inline bool is_discarded(const task::Task& task) { return settings.cancellation && is_in_cancelled_construct(task); }
void skip_body(Worker& worker, task::Task& task);

// After the body of an undeferred task that lives on its creator's stack: its dependences are released (all ready
// work is pushed) and its domain ends. It is counted by no tally.
void finish_undeferred(Worker& worker, task::Task& task);

// The task's own children stay alive behind it: closes its dependence table and leaves an orphan if one is
// unfinished.
void close_its_domain(Worker& worker, task::Task& task);
inline void close_domain(Worker& worker, task::Task& task) {
  if (task.domain != nullptr) close_its_domain(worker, task);
}

// The body or the event of a detachable task is over. The worker may belong to another crew.
void release_hold(Worker& worker, task::Task& task);

// Counts completions in `tally`, for free if the calling worker owns it, else batched.
void count_done(Worker& worker, task::Tally& tally, uint32_t n = 1);

// A report said Dead: frees the domain and tells the tally it reports to, and so on upwards.
void bury(Worker& worker, task::Tally& tally);

inline bool is_prioritised(const task::Task& task) { return task.priority > 0 && settings.max_task_priority > 0; }

// Makes ready work visible: own deque if the worker sits in the crew the work belongs to, else the crew's mailbox.
void offer_elsewhere(Worker& worker, task::Task& task);
[[gnu::always_inline]] inline void offer(Worker& worker, task::Task& task) {
  Crew& crew = *task.parent->crew;
  if (worker.seat->crew != &crew || is_prioritised(task)) [[unlikely]]
    return offer_elsewhere(worker, task);
  worker.seat->deque.push(Work(&task).word());
  announce_work(crew, worker.seat->index);
}

void wake_worker(task::WorkerId id);

// An immediate successor, a task or a node, or nullptr: RONDO_IMMEDIATE_SUCCESSOR percent of them stay in the
// worker's hand.
template <class Item>
Work keep_or_offer(Worker& worker, Item* successor) {
  if (successor == nullptr) return Work();
  uint32_t percent = settings.immediate_successor_percent;
  if (percent >= 100 || worker.rng.below(100) < percent) return Work(successor);
  offer(worker, *successor);
  return Work();
}

// Delivers `delta` to a tally and acts on the answer.
void report(Worker& worker, task::Tally& tally, int64_t delta);

}  // namespace rondo::sched
