// SPDX-License-Identifier: Apache-2.0
//
// The threads that Rondo starts. A thread is idle in the pool, or assigned to a team; an assigned thread serves one
// region after the other until the team's master dismisses it. Threads that are idle for long end, except for as many
// as there are processors; the next OS threads use their descriptors.
#pragma once

#include "config/mechanism.hpp"
#include "os/clock.hpp"
#include "sched/wait/wait.hpp"
#include "team/service.hpp"

namespace rondo::team {

// Assigns threads to members [first, n_slots) of a quiet team. Returns how many slots have a thread then: fewer than
// asked for if the system refuses threads (a message says so once; it is not asked again for a second).
uint32_t assign_threads(Team& team, uint32_t first, uint32_t n_slots);

// Dismisses the threads on members [first, n_slots) of a quiet team.
void dismiss_threads(Team& team, uint32_t first, uint32_t n_slots);

// Sleeps for the part of a pause that is certain, as far as the thread knows; the pause began at `start`. False: no
// part of it is.
template <class Condition>
[[gnu::noinline]] bool sleep_as_usual(Thread& thread, uint64_t start, Condition is_called) {
  if (!sched::process.idle_policy.parks_early.load_relaxed() || !config::uses(config::Mechanism::Pauses)) return false;
  const uint64_t ticks = thread.pauses.sleep();
  if (ticks == 0) return false;
  if (ticks == Pauses::kUntilCalled) {
    sched::park(thread, nullptr, 0, is_called);
    return true;
  }
  const uint64_t end = start + ticks;
  const uint64_t now = os::ticks();
  if (now >= end || sched::are_processors_contended(now)) return false;  // then it may have to wait for its processor
  sched::park(thread, nullptr, (end - now) * 1000 / os::ticks_per_us(), is_called);
  const uint64_t awake = os::ticks();
  const uint64_t woken = thread.parker.woken_ticks;
  const bool is_called_early = woken > start && woken < end;
  if (awake > end && !is_called_early) thread.pauses.note_late(awake - end);
  return true;
}

// Between regions: waits until `is_called`, and looks for no work.
template <class Condition>
void wait_idle(Thread& thread, bool is_oversubscribed, Condition is_called) {
  uint64_t start = 0;  // of a pause that is not over at once
  sched::Idle idle(is_oversubscribed);
  while (!is_called()) {
    const bool may_spin = idle.pause(is_called);
    const bool has_begun = start == 0 && (!may_spin || idle.rounds() == sched::Idle::kRoundsToYield);
    if (has_begun) start = idle.start();
    if (has_begun && !is_oversubscribed && sleep_as_usual(thread, start, is_called)) {
      idle.reset();
    } else if (!may_spin) {
      sched::park(thread, nullptr, 0, is_called);
      idle.reset();
    }
  }
  idle.come();
  if (start == 0) return thread.pauses.note(0);
  // Who woke the thread knows better when it was called.
  const uint64_t woken = thread.parker.woken_ticks;
  thread.pauses.note((woken > start ? woken : os::ticks()) - start);
}

// The initial thread has ended by pthread_exit(), and the process is to end with the program's last thread: from now
// on threads of Rondo that are idle end.
void close_pool();

// Ends the threads that are idle, and those of the calling thread's teams, which are quiet; `initial` is its member
// outside of regions. Waits for them, but not for long. The next region starts new ones.
void end_threads(Member& initial);

// In the child after fork(2): no thread but the calling one exists any more.
void forget_threads();

}  // namespace rondo::team
