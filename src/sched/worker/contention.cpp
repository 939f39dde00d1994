// SPDX-License-Identifier: Apache-2.0
#include "sched/worker/contention.hpp"

#include <algorithm>

#include "config/mechanism.hpp"
#include "os/asymmetric_fence.hpp"
#include "os/clock.hpp"
#include "os/cpu.hpp"
#include "os/thread.hpp"
#include "sched/worker/worker.hpp"

namespace rondo::sched {

namespace {

// docs/tuning.md: contended processors
constexpr uint64_t kBrief_us = 3;
constexpr uint64_t kLong_us = 500;
constexpr uint64_t kRecent_us = 100'000;
constexpr uint64_t kCheap_us = 5;
constexpr uint64_t kDearest_us = 100;  // the thread may have been away meanwhile
constexpr uint64_t kMeasured = 50;
constexpr uint64_t kFirstRest = 2;
constexpr uint64_t kRest = 25;
constexpr uint64_t kLongest_us = 1'000'000;  // the whole process may have been stopped meanwhile

// Others have taken a processor for so long, more than is tolerated.
void note(base::Atomic<uint64_t>& until, uint64_t rest, uint64_t excess, uint64_t now) {
  const uint64_t end = now + std::min(rest * excess, kLongest_us * os::ticks_per_us());
  if (end > until.load_relaxed()) until.store_relaxed(end);
}

void set_turns(Turns& turns, uint64_t ns) {
  os::set_turn(ns);
  turns.are_short = ns != turns.usual_ns;
}

}  // namespace

// A thread that has left its processor is counted up to then, but the kernel counts those that still run on other
// processors at its ticks only, some 4 ms apart. So `used` has what members took of the caller's processor, and
// perhaps more: nothing else can be concluded from it.
bool were_others_there(uint64_t away, uint64_t used) { return used < away * 3 / 4; }

// What happens for once is to cost little more than it took, and where it goes on looks are to cost little. So each
// time that others are still there soon after the end, twice as long.
uint64_t rest_of_crowd(IdlePolicy& policy, uint64_t now) {
  const uint64_t until = policy.crowded_until.load_relaxed();
  uint64_t rest = policy.crowded_rest.load_relaxed();
  if (now < until) return rest;  // another thread has noted the same
  rest = now - until < kRecent_us * os::ticks_per_us() ? std::min(2 * rest, kRest) : kFirstRest;
  policy.crowded_rest.store_relaxed(rest);
  return rest;
}

void note_missed(Tolerance& tolerance, uint64_t away, uint64_t now) {
  if (away <= kBrief_us * os::ticks_per_us()) return;
  const uint64_t excess = tolerance.excess(away);
  if (excess != 0 && config::uses(config::Mechanism::Contention))
    note(process.idle_policy.contended_until, kRest, excess, now);
}

void note_missed(uint64_t away) {
  if (t_worker != nullptr) note_missed(t_worker->tolerance, away, os::ticks());
}

uint64_t yield_after(uint64_t now) {
  if (t_worker != nullptr) t_worker->tolerance.earn(now, os::ticks_per_us());
  os::yield_thread();
  return os::ticks() - now;
}

bool may_measure(const IdlePolicy& policy, uint64_t now) { return now >= policy.measures_from.load_relaxed(); }

void note_measurement(IdlePolicy& policy, uint64_t now, uint64_t price) {
  const uint64_t ticks_per_us = os::ticks_per_us();
  if (price <= kCheap_us * ticks_per_us) return;
  policy.measures_from.store_relaxed(now + kMeasured * std::min(price, kDearest_us * ticks_per_us));
}

void yield_to_members(uint64_t now) {
  Worker* worker = t_worker;
  if (worker == nullptr || !config::uses(config::Mechanism::Contention)) return os::yield_thread();
  if (worker->turns.are_short) set_turns(worker->turns, worker->turns.usual_ns);
  const uint64_t ticks_per_us = os::ticks_per_us();
  IdlePolicy& policy = process.idle_policy;
  base::Atomic<uint64_t>& until = policy.crowded_until;
  const bool is_measured = may_measure(policy, now) &&
                           (worker->tolerance.suspects() || now - until.load_relaxed() < kRecent_us * ticks_per_us);
  const uint64_t before_ns = is_measured ? os::process_time_ns() : 0;
  if (is_measured) note_measurement(policy, now, os::ticks() - now);
  os::yield_thread();
  const uint64_t away = os::ticks() - now;
  if (away < kLong_us * ticks_per_us) return;
  worker->tolerance.suspect();
  if (!is_measured) return;
  if (!were_others_there(away, (os::process_time_ns() - before_ns) * ticks_per_us / 1000)) return;
  note(until, rest_of_crowd(policy, now + away), away, now + away);
  os::favour_heavy_sides();
}

void shorten_turns() {
  if (t_worker == nullptr) return;
  Turns& turns = t_worker->turns;
  if (!turns.are_short && turns.usual_ns > os::kShortestTurn_ns) set_turns(turns, os::kShortestTurn_ns);
}

}  // namespace rondo::sched
