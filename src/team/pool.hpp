// SPDX-License-Identifier: Apache-2.0
//
// The threads that Rondo starts. A thread is idle in the pool, or assigned to a team; an assigned thread serves one
// region after the other until the team's master dismisses it. Threads that idle for long end, but for as many as
// there are processors; their descriptors wait for the next OS thread.
#pragma once

#include "sched/wait.hpp"
#include "team/service.hpp"

namespace rondo::team {

// Assigns threads to members [first, n_slots) of a quiet team. Returns how many slots are taken then: fewer than
// asked for when the system refuses threads (said once; it is not asked again for a second).
uint32_t assign_threads(Team& team, uint32_t first, uint32_t n_slots);

// Dismisses the threads on members [first, n_slots) of a quiet team.
void dismiss_threads(Team& team, uint32_t first, uint32_t n_slots);

// Sleeps until `is_called`, without work to look for: between regions.
template <class Condition>
void wait_idle(Thread& thread, bool is_oversubscribed, Condition is_called) {
  sched::Idle idle(is_oversubscribed);
  while (!is_called()) {
    if (idle.pause(is_called)) continue;
    sched::park(thread, nullptr, 0, is_called);
    idle.reset();
  }
}

// The initial thread has ended by pthread_exit(), and the process is to end with the program's last thread: from
// now on no thread of ours stays where it is idle.
void close_pool();

// In the child after fork(2): no thread but the calling one exists any more.
void forget_threads();

}  // namespace rondo::team
