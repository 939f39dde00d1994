// SPDX-License-Identifier: Apache-2.0
//
// Where a worker looks for work: priorities, its own deque, its mailboxes, then the other slots of its arena.
#pragma once

#include "sched/idle/park.hpp"
#include "sched/settings.hpp"

namespace rondo::sched {

// Some work is in no queue while it goes through a worker's hands into the deque: work that a wait may not run, work
// from a mailbox, an immediate successor that is not run. A worker that looks in between may go to sleep. So this
// worker announces the work when it turns to something else, or, while it idles in a wait, from time to time
// (wait.hpp).
inline void queue(Worker& worker, Work work) {
  enqueue(*worker.slot, work);
  worker.owes_announcement = true;
}

// The same for an immediate successor that another wait of this worker goes on before. It keeps its priority.
void queue_successor(Worker& worker, Work work);

inline void announce_owed(Worker& worker) {
  if (!worker.owes_announcement) [[likely]]
    return;
  worker.owes_announcement = false;
  announce_work(*worker.slot->arena, worker.slot->index);
}

namespace detail {
bool is_below(Work work, const task::Domain& ancestor);
inline bool is_allowed(Work work, const task::Domain* within) {
  if (within == nullptr || (!work.is_node() && work.task()->parent == within)) [[likely]]
    return true;
  return is_below(work, *within);
}
// `refused`: no work, or work from the own deque that may not run here.
Work find_further(Worker& worker, Work refused, const task::Domain* within, bool is_patient);
}  // namespace detail

// Work that may run on top of a wait within `within` (nullptr: any). Nodes of a graph are stolen only by a worker
// that `is_patient`, i.e. has looked in vain for a while, because they have a place.
inline Work find_work(Worker& worker, const task::Domain* within, bool is_patient) {
  base::CountFor counting(base::Construct::Find);
  Work work;
  if (worker.slot->arena->prioritised.is_empty() && process.takes_short_cuts.load_relaxed()) [[likely]] {
    work = Work::from_word(worker.slot->deque.take());
    if (work && detail::is_allowed(work, within)) [[likely]] {
      announce_owed(worker);
      return work;
    }
  }
  return detail::find_further(worker, work, within, is_patient);
}

// The same without looking at other slots.
Work find_own_work(Worker& worker, const task::Domain* within);

// The same without looking at more than the next piece, which stays where it is if it may not run. It has no price
// that grows with what is in the deque.
Work find_on_top(Worker& worker, const task::Domain* within);

}  // namespace rondo::sched
