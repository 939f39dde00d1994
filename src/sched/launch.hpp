// SPDX-License-Identifier: Apache-2.0
//
// What happens to a task that has just been created and is ready: it is queued, or it runs at once because there is
// plenty to take for everybody; and a creator that is far ahead helps. For those who create: spawn.cpp, usual.cpp.
#pragma once

#include "sched/execute.hpp"
#include "sched/help.hpp"
#include "sched/run_node.hpp"
#include "sched/settings.hpp"
#include "sched/spawn.hpp"

namespace rondo::sched {

// Thieves have plenty to take: what is new runs at once, while its data is in the cache.
void run_now(Worker& worker, Work work);

// Each look would cost the way of a line to the thief that has just written it. While a task is run here, every other
// seat takes about one; so a yes holds for as many tasks as leave half of the plenty (docs/tuning.md: looks).
inline bool has_plenty(Worker& worker) {
  Seat& seat = *worker.seat;
  if (!seat.deque.may_hold_more_than(settings.plenty)) [[likely]]
    return false;
  return seat.deque.holds_more_than(settings.plenty, 2 * seat.crew->n_seats);
}

inline void start_task(Worker& worker, task::Task& task) {
  has_plenty(worker) && !is_prioritised(task) ? run_now(worker, Work(&task)) : offer(worker, task);
}

// A task without predecessors, whose block is filled.
inline void launch(Worker& worker, task::Task& task, task::Domain& domain) {
  task::Tally& tally = adopt(worker, task, domain);
  const bool looks = tally.count_one_created();
  start_task(worker, task);
  if (looks) [[unlikely]]
    help_if_ahead(worker, tally, domain);
}

}  // namespace rondo::sched
