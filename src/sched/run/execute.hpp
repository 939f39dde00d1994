// SPDX-License-Identifier: Apache-2.0
//
// The body of a task, and what follows from its end: dependences released, completions counted, memory given back.
// Nothing here waits.
#pragma once

#include "sched/idle/park.hpp"
#include "sched/run/environment.hpp"
#include "sched/run/observe.hpp"
#include "sched/settings.hpp"
#include "sched/worker/worker.hpp"

namespace rondo::sched {

// ---- Its body ---------------------------------------------------------------------------------------------

// The next part of its body, which a KMP task has asked for.
inline void run_next_part(Worker& worker, task::Task& task, task::KmpEntry entry) {
  task.flags &= ~uint32_t{task::kHasNextPart};
  entry(static_cast<int32_t>(worker.id), task.data);
}
// What a KMP task may need after its entry was called: the next part of its body, and destructors of its private
// variables.
void end_kmp_body(Worker& worker, task::Task& task);

// The rest of call_body() for a task that a tool watches, or that stands for a taskloop. It is `worker.current`
// already.
void call_unusual(Worker& worker, task::Task& task, task::Task& outer);

// Calls a task's body on the calling worker as `worker.current`.
inline void call_body(Worker& worker, task::Task& task) {
  task::Task* outer = worker.current;
  worker.current = &task;
  if ((task.flags & (task::kOwnIcvs | task::kObserved | task::kTaskloop)) != 0) [[unlikely]] {
    if (task.has(task::kOwnIcvs)) take_domain(worker, task);
    if ((task.flags & (task::kObserved | task::kTaskloop)) != 0) return call_unusual(worker, task, *outer);
  }
  if (task.has(task::kKmp)) {
    task.entry.kmp(static_cast<int32_t>(worker.id), task.data);
    while (task.has(task::kHasNextPart)) run_next_part(worker, task, task.entry.kmp);
    if (task.has(task::kDestructors)) [[unlikely]]
      end_kmp_body(worker, task);
  } else {
    task.entry.gomp(task.data);
  }
  worker.current = outer;
}

// The taskgroup was cancelled, or the region of the arena. Only with OMP_CANCELLATION, where callers ask.
inline bool is_cancelled(const Arena& arena, const task::TaskGroup* group) {
  return arena.is_cancelled.load_relaxed() || (group != nullptr && group->is_cancelled());
}

// The taskgroup of a task that is about to begin was cancelled, or its region: its body is skipped. Not that of a
// detachable task, because its event may come from its body, which runs up to a cancellation point; nor one with
// copies that only its body destroys.
bool is_in_cancelled_construct(const task::Task& task);
inline bool is_discarded(const task::Task& task) { return settings.cancellation && is_in_cancelled_construct(task); }
void skip_body(Worker& worker, task::Task& task);

// ---- Ready work -------------------------------------------------------------------------------------------

inline bool is_prioritised(const task::Task& task) { return task.priority > 0 && settings.max_task_priority > 0; }

// Makes ready work visible: in the own deque if the worker is in the arena of the work, else in a mailbox of that
// arena.
void offer_elsewhere(Worker& worker, task::Task& task);
[[gnu::always_inline]] inline void offer(Worker& worker, task::Task& task) {
  Arena& arena = *task.parent->arena;
  if (worker.slot->arena != &arena || is_prioritised(task)) [[unlikely]]
    return offer_elsewhere(worker, task);
  enqueue(*worker.slot, Work(&task));
  announce_work(arena, worker.slot->index);
}

void wake_worker(task::WorkerId id);

// Off the usual path: may an immediate successor stay in the worker's hand? RONDO_IMMEDIATE_SUCCESSOR percent of them
// do; where it is time to poll, or where prioritised work waits, it goes through the queues, so that a chain of
// successors does not keep the worker from that.
bool may_keep_successor(Worker& worker);

// An immediate successor, a task or a node, or nullptr.
template <class Item>
[[gnu::noinline]] Work keep_or_offer_unusual(Worker& worker, Item& successor) {
  if (may_keep_successor(worker)) return Work(&successor);
  offer(worker, successor);
  return Work();
}
template <class Item>
Work keep_or_offer(Worker& worker, Item* successor) {
  if (successor == nullptr) return Work();
  return process.takes_short_cuts.load_relaxed() ? Work(successor) : keep_or_offer_unusual(worker, *successor);
}

// ---- Completions ------------------------------------------------------------------------------------------

// Delivers `delta` to a join counter and acts on the answer.
void report(Worker& worker, task::JoinCounter& join_counter, int64_t delta);

// A report said Dead: frees the domain and tells the join counter it reports to, and so on upwards.
void retire_domain(Worker& worker, task::JoinCounter& join_counter);

// Before the worker runs work that belongs to another parent, and before it idles: a parent never waits for a report
// that its reporter has forgotten. A report may end a domain, whose end may complete tasks of another parent (the
// proxy tasks of a loop): these are a batch again.
void report_batch(Worker& worker);
inline void flush_completions(Worker& worker) {
  while (worker.batch_count != 0) report_batch(worker);
}
inline void flush(Worker& worker) {  // completions and freed blocks
  flush_completions(worker);
  worker.slab.flush();
}

// Counts completions in `join_counter`: plainly if the calling worker owns it, else batched. The batch is looked at
// first, because the owner writes the join counter's line with every creation and completion of its own.
inline void count_done(Worker& worker, task::JoinCounter& join_counter, uint32_t n = 1) {
  if (worker.batch_counter == &join_counter) {  // so this worker does not own it
    worker.batch_count += n;
  } else if (join_counter.owner() == worker.id) {
    join_counter.count_done_here(n);
  } else {
    flush_completions(worker);
    worker.batch_counter = &join_counter;
    worker.batch_count = n;
  }
}

// ---- The end of a task ------------------------------------------------------------------------------------

// The task's own children may outlive it: closes its dependence table, and leaves an orphan if a child is unfinished.
void close_its_domain(Worker& worker, task::Task& task);
inline void close_domain(Worker& worker, task::Task& task) {
  if (task.domain != nullptr) close_its_domain(worker, task);
}

// The task is over for those that depend on it. Returns its immediate successor: the ready one of highest priority
// that was created first; the others are offered.
Work retire_node(Worker& worker, task::Task& task);
inline Work retire_dependences(Worker& worker, task::Task& task) {
  return task.node == nullptr ? Work() : retire_node(worker, task);
}

// The body has run and nothing holds the task any more.
[[gnu::always_inline]] inline Work finish_task(Worker& worker, task::Task& task) {
  base::CountFor counting(base::Construct::Finish);
  Work next = retire_dependences(worker, task);
  close_domain(worker, task);
  task::JoinCounter& join_counter = task.join_counter();
  worker.slab.release(&task);
  count_done(worker, join_counter);
  return next;
}

// After the body of an undeferred task that lives on its creator's stack: its dependences are released (all ready
// work is pushed) and its domain ends. It is counted by no join counter.
void finish_undeferred(Worker& worker, task::Task& task);

inline bool drop_hold(Worker& worker, task::Task& task) {
  const bool is_last = task.holds.sub_acq_rel(1) == 1;  // [H1]
  if (is_last && (task.flags & (task::kObserved | task::kInternal)) != 0) [[unlikely]]
    forget_detachable(worker, task);
  return is_last;
}

// The body of a detachable task is over, and with it its domain, which belongs to this worker: the event may be
// fulfilled by another one. Returns its immediate successor if that was the end of the task.
Work end_detachable_body(Worker& worker, task::Task& task);

// One of two that hold a detachable task, in general its event, is over. The worker may belong to another arena.
void release_hold(Worker& worker, task::Task& task);

// The event is fulfilled. In a signal handler that has interrupted a wait, the event is held until the wait goes on:
// what it touches is the waiting thread's own, and may be in the middle of a change.
void fulfill(Worker& worker, task::Task& task);
inline bool has_held_events(const Worker& worker) { return worker.events.are_there.load_relaxed(); }
void release_events(Worker& worker);
// The wait goes on: what handlers do from now on is done at once, and what they have left before is done here.
inline void end_holding(Worker& worker) {
  worker.events.are_held.store_relaxed(false);
  asm volatile("" ::: "memory");  // [N1]
  if (has_held_events(worker)) [[unlikely]]
    release_events(worker);
}

}  // namespace rondo::sched
