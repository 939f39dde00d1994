// SPDX-License-Identifier: Apache-2.0
//
// The only way to wait in Rondo: work until a latch is set. taskwait, taskgroup, barrier, taskwait with depend, the
// end of a replay and the pool's wait for the next region differ in their latch and in what they may run meanwhile.
#pragma once

#include <algorithm>
#include <utility>

#include "os/clock.hpp"
#include "os/cpu.hpp"
#include "sched/idle/find.hpp"
#include "sched/idle/park.hpp"
#include "sched/idle/stuck.hpp"
#include "sched/process.hpp"
#include "sched/run/execute.hpp"
#include "sched/run/suspend.hpp"
#include "sched/settings.hpp"
#include "sched/wait/dispatch.hpp"
#include "sched/worker/contention.hpp"

namespace rondo::sched {

// Pauses between looks for work, which grow until the budget is spent. In an oversubscribed team the worker yields
// its processor after the first look in vain, because the thread that it waits for probably needs it. In other teams
// it yields from time to time, because that thread may have been woken on this very processor. Where other programs
// want the processors it parks instead of yielding (contention.hpp).
class Idle {
 public:
  explicit Idle(bool is_oversubscribed) : is_oversubscribed_(is_oversubscribed) {}

  // For a turn, which goes through the whole team before it comes back: in an oversubscribed one the budget is for
  // the turns of all. With many threads a round of yields takes longer than a sleep.
  static Idle for_turn(const Arena& arena) {
    constexpr uint32_t kMostYielding = 24;  // docs/tuning.md: turn
    const bool is_oversubscribed = arena.is_oversubscribed.load_relaxed();
    Idle idle(is_oversubscribed);
    if (arena.is_large.load_relaxed() || (is_oversubscribed && arena.n_slots > kMostYielding)) {
      idle.rounds_to_look_ = 1;
    } else {
      idle.n_turns_ = arena.n_slots;
    }
    return idle;
  }

  // For work or a latch of the arena. In a large one, rounds of yields are expensive: the budget, some time for the
  // turns of the others, is checked in each round.
  explicit Idle(const Arena& arena) : is_oversubscribed_(arena.is_oversubscribed.load_relaxed()) {
    if (!arena.is_large.load_relaxed()) return;
    constexpr uint32_t kThreadsATurn = 16;  // docs/tuning.md: large arena
    n_turns_ = arena.n_slots / kThreadsATurn;
    rounds_to_look_ = 1;
  }

  static constexpr uint32_t kRoundsToYield = 16;  // docs/tuning.md: some 5 us
  // docs/tuning.md: contended processors. What comes so soon comes before a sleeper would be awake.
  static constexpr uint64_t kSleepAndWake_us = 20;

  // What the worker has waited for has come: was it on its processor then?
  void come() {
    if (away_ != 0) [[unlikely]]
      note_missed(away_);
    reset();
  }

  void reset() {
    away_ = 0;
    rounds_ = 0;
  }
  uint32_t rounds() const { return rounds_; }
  uint64_t start() const { return start_; }  // os::ticks() of the first pause

  // Pauses; false when it is time to park. `is_over` is called after each step, because a step is shorter than the
  // latency of a line; it has to be cheap.
  template <class Condition>
  bool pause(Condition is_over) {
    uint64_t budget = is_oversubscribed_ ? n_turns_ * process.idle_policy.oversubscribed_spin_ticks.load_relaxed()
                                         : process.idle_policy.spin_ticks.load_relaxed();
    away_ = 0;  // the last look was in vain, so nothing was missed
    if (rounds_++ == 0) {
      start_ = os::ticks();
    } else if (is_oversubscribed_) {
      const uint64_t now = os::ticks();
      if (are_processors_crowded(now)) {
        shorten_turns();
        return false;
      }
      if (rounds_ % rounds_to_look_ == 0 && now - start_ >= budget) return false;
      yield_to_members(now);
      return true;
    } else if (rounds_ % rounds_to_look_ == 0) {
      const uint64_t now = os::ticks();
      const bool is_brief = process.idle_policy.parks_early.load_relaxed() && are_processors_contended(now);
      if (is_brief) budget = std::min(budget, kSleepAndWake_us * os::ticks_per_us());
      if (now - start_ >= budget) return false;
      if (!is_brief) away_ = yield_after(now);
    }
    uint32_t n_pauses = rounds_ < 4 ? 1u << rounds_ : 16;
    for (uint32_t i = 0; i < n_pauses && !is_over(); i++) os::relax();
    return true;
  }

  // The same for a condition that is expensive to look at.
  bool pause() {
    return pause([] { return false; });
  }

 private:
  uint32_t rounds_ = 0;
  bool is_oversubscribed_;
  uint32_t n_turns_ = 1;
  uint32_t rounds_to_look_ = kRoundsToYield;
  uint64_t start_ = 0;
  uint64_t away_ = 0;  // in its last step, by yielding
};

// This is a child that fork() made in the middle of what the caller waits for: ends it with a message.
[[noreturn, gnu::cold]] void cannot_wait_in_child();

// The wait of work_until, below.
template <class Latch>
[[gnu::noinline]] void work_until_set(Worker& worker, Arena& arena, Latch latch, const task::Domain* within) {
  // docs/tuning.md: looks in vain before a worker takes graph nodes that were placed elsewhere (some 20 us).
  constexpr uint32_t kPatience = 128;
  bool has_spun = false;  // through its whole budget
  const Work below = worker.unconstrained;
  worker.slot->inline_cutoff.note_wait();
  Idle idle(arena);
  StuckWait stuck;
  while (!latch.is_set()) {
    if (Work work = find_work(worker, within, has_spun || idle.rounds() >= kPatience)) {
      end_holding(worker);
      has_spun = false;
      idle.come();
      do {
        worker.unconstrained = within == nullptr ? work : Work();
        work = run(worker, work);
      } while (work && !latch.is_set());
      if (work) queue(worker, work);
      continue;
    }
    flush(worker);
    // Only fork() in the middle of the caller's region moves its worker to another arena.
    if (worker.slot->arena != &arena || (within != nullptr && within->arena != &arena)) [[unlikely]]
      cannot_wait_in_child();
    if (settings.suspends) {
      end_holding(worker);
      if (turn_to_another(worker, has_spun || idle.rounds() >= kPatience)) continue;
    }
    worker.events.are_held.store_relaxed(true);
    if (has_held_events(worker)) [[unlikely]] {
      release_events(worker);
      continue;
    }
    if (idle.pause([&] { return latch.is_set(); })) continue;
    if (!std::exchange(has_spun, true) && settings.suspends) continue;  // first, other waits have their turn
    if (worker.owes_announcement) doubt_vain_look(arena);
    // A worker that sees work that it may not run must neither sleep on it for good nor let others do so.
    bool constrained = within != nullptr && has_work(arena);
    if (constrained) wake_one(arena, worker.slot->index);
    // Nor must it sleep for good while other waits of its own were left: their setters do not wake it.
    constexpr uint64_t kConstrainedNap_ns = 200'000;
    const uint64_t nap_ns = settings.wait_look_ns != 0 && latch.n_missing() != 0 ? settings.wait_look_ns : 0;
    bool announced = false;
    auto take_back = [&] {
      if (announced) latch.end_park();
      announced = false;
    };
    auto is_needed = [&] {
      announced = true;
      return !latch.begin_park() || (!constrained && has_work_for_sleeper(worker, arena)) || is_unblocked(worker) ||
             has_held_events(worker);
    };
    park(worker, &arena, constrained || has_left_waits(worker) ? kConstrainedNap_ns : nap_ns, is_needed, take_back);
    take_back();
    worker.suspended.n_vain = 0;
    if (nap_ns != 0) stuck.look(worker, arena, latch.n_missing());
    idle.reset();
  }
  idle.come();
  end_holding(worker);
  worker.unconstrained = below;
}

// A Latch has: bool is_set(); bool begin_park(), called after this worker is announced as parked: false if it is set
// already; void end_park(); uint32_t n_missing(): how many tasks it waits for, 0 if it is not for tasks. Its setter
// must wake the worker (park.hpp).
// `within`: only descendants of that domain are run meanwhile (task scheduling constraint, OpenMP 5.2 section 12.9);
// nullptr: anything, as at a barrier. `arena`: whose work; the worker is in it.
template <class Latch>
void work_until(Worker& worker, Arena& arena, Latch latch, const task::Domain* within) {
  if (!latch.is_set()) work_until_set(worker, arena, latch, within);
  announce_owed(worker);
  flush(worker);
}

// ---- Latches ------------------------------------------------------------------------------------------------

// All children, or all descendants, counted by a join counter.
class JoinLatch {
 public:
  JoinLatch(task::JoinCounter& join_counter, task::Depth depth) : join_counter_(&join_counter), depth_(depth) {}
  bool is_set() const { return join_counter_->is_done(depth_); }
  bool begin_park() { return join_counter_->begin_wait(depth_); }
  void end_park() { join_counter_->end_wait(); }
  uint32_t n_missing() const { return join_counter_->outstanding(depth_); }

 private:
  task::JoinCounter* join_counter_;
  task::Depth depth_;
};

// Any condition whose setter calls announce_latch or unpark.
template <class Condition>
class ConditionLatch {
 public:
  explicit ConditionLatch(Condition condition) : condition_(condition) {}
  bool is_set() const { return condition_(); }
  bool begin_park() const { return !condition_(); }
  void end_park() const {}
  uint32_t n_missing() const { return 0; }

 private:
  Condition condition_;
};

}  // namespace rondo::sched
