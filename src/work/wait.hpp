// SPDX-License-Identifier: Apache-2.0
//
// Waiting inside a construct for another thread of the team: for its turn, for a doacross iteration. Such a place is
// no task scheduling point, so the thread runs no tasks meanwhile. The thread that makes the condition true calls
// announce_latch(), or announce_word() where a word of the construct is awaited: such words are written while other
// threads sleep for other words, or at the barrier behind the construct, and each wake-up costs both sides
// microseconds.
#pragma once

#include "sched/wait/wait.hpp"
#include "team/team.hpp"

namespace rondo::work {

// `sleep()` parks the thread until it is woken.
template <class Condition, class Sleep>
void wait_until(sched::Worker& worker, Condition is_met, Sleep sleep) {
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
  // Threads that sleep until their turn are woken out of order, so that from then on processors run other threads
  // first (docs/tuning.md: turn).
  sched::Idle idle = sched::Idle::for_turn(arena);
  while (!is_met()) {
    if (idle.pause(is_met)) continue;
    sleep();
    // The wake-up may have been meant for a worker that can run new work.
    if (!is_met() && sched::has_work(arena)) sched::wake_one(arena, worker.slot->index);
    idle.reset();
  }
  idle.come();
}

template <class Condition>
void wait_until(sched::Worker& worker, Condition is_met) {
  wait_until(worker, is_met, [&] { sched::park(worker, worker.slot->arena, 0, is_met); });
}

// Sleeps until announce_word() for that word, or any other wake-up; not at all if `is_met`.
template <class Condition>
void sleep_at(sched::Worker& worker, team::Workshare& workshare, const void* word, Condition is_met) {
  team::Member& member = team::member_of(worker);
  member.awaited.store_relaxed(word);  // [W11]
  (void)workshare.n_sleepers.add_acq_rel(1);  // [W11]
  sched::park(worker, worker.slot->arena, 0, is_met);
  (void)workshare.n_sleepers.sub_acq_rel(1);  // [W11]
  member.awaited.store_relaxed(nullptr);
}

// The same as wait_until() where the condition depends on one word of the construct, besides what is announced to all
// (announce_latch()).
template <class Condition>
void wait_at(sched::Worker& worker, team::Workshare& workshare, const void* word, Condition is_met) {
  wait_until(worker, is_met, [&] { sleep_at(worker, workshare, word, is_met); });
}

// Wakes the threads that sleep for that word.
void wake_at(const team::Team& team, const void* word);

// To be called after the word was written.
inline void announce_word(const team::Team& team, const team::Workshare& workshare, const void* word) {
  os::light_fence();  // [W11]
  if (workshare.n_sleepers.load_relaxed() != 0) wake_at(team, word);  // [W11]
}

}  // namespace rondo::work
