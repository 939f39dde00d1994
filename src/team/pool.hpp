// SPDX-License-Identifier: Apache-2.0
//
// The threads that Rondo starts. A thread is idle in the pool, or assigned to a team; an assigned thread serves one
// region after the other until the team's master dismisses it. Threads that are idle for long end, except for as many
// as there are processors; the next OS threads use their descriptors.
#pragma once

#include "sched/wait.hpp"
#include "team/service.hpp"

namespace rondo::team {

// Assigns threads to members [first, n_slots) of a quiet team. Returns how many slots have a thread then: fewer than
// asked for if the system refuses threads (a message says so once; it is not asked again for a second).
uint32_t assign_threads(Team& team, uint32_t first, uint32_t n_slots);

// Dismisses the threads on members [first, n_slots) of a quiet team.
void dismiss_threads(Team& team, uint32_t first, uint32_t n_slots);

// Between regions: sleeps until `is_called`, and looks for no work.
template <class Condition>
void wait_idle(Thread& thread, bool is_oversubscribed, Condition is_called) {
  sched::Idle idle(is_oversubscribed);
  while (!is_called()) {
    if (idle.pause(is_called)) continue;
    sched::park(thread, nullptr, 0, is_called);
    idle.reset();
  }
}

// The initial thread has ended by pthread_exit(), and the process is to end with the program's last thread: from now
// on threads of Rondo that are idle end.
void close_pool();

// In the child after fork(2): no thread but the calling one exists any more.
void forget_threads();

}  // namespace rondo::team
