// SPDX-License-Identifier: Apache-2.0
//
// Waiting inside a construct for another thread of the team: for its turn, for a doacross iteration. Such a place is
// no task scheduling point, so the thread runs no tasks meanwhile. The thread that makes the condition true calls
// announce_latch().
#pragma once

#include "sched/wait.hpp"
#include "team/team.hpp"

namespace rondo::work {

template <class Condition>
void wait_until(sched::Worker& worker, Condition is_met) {
  if (is_met()) return;
  sched::flush(worker);
  sched::Arena& arena = *worker.slot->arena;
  const bool is_oversubscribed = arena.is_oversubscribed.load_relaxed();
  // docs/tuning.md: most turns come soon, and reading the word costs nothing as long as no thread writes it.
  constexpr uint32_t kCloseLooks = 64;
  for (uint32_t i = is_oversubscribed ? kCloseLooks : 0; i < kCloseLooks; i++) {
    os::relax();
    if (is_met()) return;
  }
  // A turn goes through the whole team before it comes back. Threads that sleep meanwhile are woken out of order, so
  // that from then on processors run other threads first (docs/tuning.md: turn).
  sched::Idle idle(is_oversubscribed, arena.n_slots);
  while (!is_met()) {
    if (idle.pause(is_met)) continue;
    sched::park(worker, &arena, 0, is_met);
    // The wake-up may have been meant for a worker that can run new work.
    if (!is_met() && sched::has_work(arena)) sched::wake_one(arena, worker.slot->index);
    idle.reset();
  }
  idle.come();
}

}  // namespace rondo::work
