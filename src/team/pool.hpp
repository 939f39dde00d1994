// SPDX-License-Identifier: Apache-2.0
//
// The threads that Rondo starts. A thread is idle in the pool, or seated in a team; a seated thread serves one region
// after the other until the team's master dismisses it. Threads that idle for long end, but for as many as there are
// processors; their descriptors wait for the next OS thread.
#pragma once

#include "sched/wait.hpp"
#include "team/team.hpp"

namespace rondo::team {

struct Thread : sched::Worker {
  using Worker::Worker;
  base::Atomic<Member*> assignment{nullptr};  // set by a master, cleared by a dismissal
  Thread* next_idle = nullptr;                // link in the pool's lists, under its lock
};

// Seats threads on members [first, n_seats) of a quiet team. Returns how many seats are taken then: fewer than
// asked for when the system refuses threads (said once; it is not asked again for a second).
uint32_t seat_threads(Team& team, uint32_t first, uint32_t n_seats);

// Dismisses the threads on members [first, n_seats) of a quiet team.
void dismiss_threads(Team& team, uint32_t first, uint32_t n_seats);

// Runs on the thread: serves regions of `member`'s team until dismissed (fork.cpp).
void serve(Thread& thread, Member& member);

// Sleeps until `is_called`, without work to look for: between regions.
template <class Condition>
void wait_idle(Thread& thread, bool is_crowded, Condition is_called) {
  sched::Idle idle(is_crowded);
  while (!is_called()) {
    if (idle.pause(is_called)) continue;
    sched::park(thread, nullptr, 0, is_called);
    idle.reset();
  }
}

// In the child after fork(2): no thread but the calling one exists any more.
void forget_threads();

}  // namespace rondo::team
