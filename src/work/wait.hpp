// SPDX-License-Identifier: Apache-2.0
//
// Waiting inside a construct for another thread of the team: for its turn, for a doacross iteration. Such a place is
// no task scheduling point, so nothing is run meanwhile. Whoever makes the condition true calls announce_latch().
#pragma once

#include "sched/wait.hpp"
#include "team/team.hpp"

namespace rondo::work {

template <class Condition>
void wait_until(sched::Worker& worker, Condition is_met) {
  if (is_met()) return;
  worker.flush();
  sched::Crew& crew = *worker.seat->crew;
  sched::Idle idle(crew.is_crowded.load_relaxed());
  while (!is_met()) {
    if (idle.pause()) continue;
    sched::park(worker, &crew, 0, is_met);
    // The wake-up may have been meant for somebody who can run new work.
    if (!is_met() && sched::has_work(crew)) sched::wake_one(crew, worker.seat->index);
    idle.reset();
  }
}

}  // namespace rondo::work
