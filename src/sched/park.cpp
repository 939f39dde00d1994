// SPDX-License-Identifier: Apache-2.0
#include "sched/park.hpp"

#include <algorithm>

#include "os/clock.hpp"
#include "os/cpu.hpp"
#include "os/futex.hpp"
#include "os/keep_off.hpp"
#include "os/thread.hpp"
#include "os/topology.hpp"
#include "sync/spin_lock.hpp"

namespace rondo::sched {

bool has_work(const Crew& crew) {
  if (!crew.prioritised.is_empty()) return true;
  for (uint32_t i = 0; i < crew.n_seats; i++) {
    const Seat& seat = *crew.seats[i];
    if (!seat.deque.looks_empty() || !seat.mailbox.is_empty() || !seat.node_mailbox.is_empty()) return true;
  }
  return false;
}

namespace {

constexpr uint64_t kApartCosts_us = 20;  // docs/tuning.md: wakes apart

// Ends the sleep that the caller has claimed.
void wake(Parker& parker) {
  // In a child of fork(2) the sleeper may be a thread that only the parent has.
  const bool apart = parker.n_apart != 0 && parker.may_move_in == sync::process_generation;
  parker.waker_cpu = os::current_cpu();
  parker.woken_ticks = os::ticks();
  if (apart) {
    parker.n_apart--;
    os::KeptOff kept;
    os::keep_off(parker.thread_id, parker.waker_cpu, kept);
    os::futex_wake(parker.state.address(), 1);
    os::let_back(kept);
  }
  parker.state.store_release(Parker::kAwake);  // [P3]
  if (!apart) os::futex_wake(parker.state.address(), 1);
}

// By the worker that was woken. If it was to run where its waker does, which did not soon make room, as many wakes
// are apart as cost what this wait did.
void judge_wake(Parker& parker) {
  if (os::current_cpu() != parker.waker_cpu) return;
  const uint64_t waited_us = (os::ticks() - parker.woken_ticks) / os::ticks_per_us();
  if (waited_us <= Parker::kPrompt_us) return;
  parker.n_apart = static_cast<uint32_t>(std::min<uint64_t>(waited_us / kApartCosts_us, Parker::kWakesApart));
}

}  // namespace

bool unpark(Worker& worker) {
  Parker& parker = worker.parker;
  uint32_t state = parker.state.load_acquire();  // [P2]
  if (state != Parker::kParked || !parker.state.cas_acq_rel(state, Parker::kClaimed)) return false;  // [P2]
  // The worker stays in its crew until it sees kAwake, so the crew is still there.
  if (Crew* crew = parker.crew.load_relaxed()) crew->n_parked.sub_acq_rel(1);  // [P2] [P4]
  wake(parker);
  base::count(base::Event::Wake);
  return true;
}

void wake_one(Crew& crew, uint32_t near) {
  for (uint32_t i = 1; i <= crew.n_seats; i++) {
    uint32_t index = near + i;
    if (index >= crew.n_seats) index -= crew.n_seats;
    Worker* worker = crew.seats[index]->worker.load_acquire();  // [S1]
    if (worker != nullptr && worker->parker.crew.load_relaxed() == &crew && unpark(*worker)) return;  // [P4]
  }
}

void wake_all(Crew& crew) {
  for (uint32_t i = 0; i < crew.n_seats; i++) {
    Worker* worker = crew.seats[i]->worker.load_acquire();  // [S1]
    if (worker != nullptr) unpark(*worker);
  }
}

namespace detail {

void announce_park(Worker& worker, Crew* crew) {
  const Crew* around = crew == nullptr && worker.seat != nullptr ? worker.seat->crew : crew;
  worker.parker.thread_id = os::thread_id();
  const bool may_move = !worker.is_bound() && (around == nullptr || !around->is_crowded.load_relaxed());
  worker.parker.may_move_in = may_move ? sync::process_generation : 0;
  worker.parker.crew.store_relaxed(crew);              // [P2]
  if (crew != nullptr) crew->n_parked.add_acq_rel(1);  // [P1] [P4]
  worker.parker.state.store_release(Parker::kParked);  // [P2]
}

void sleep_until_claimed(Worker& worker, uint64_t timeout_ns) {
  base::count(base::Event::Sleep);
  const uint32_t* word = worker.parker.state.address();
  uint64_t tidy_in_ns = has_laid_memory() ? task::Slab::kIdle_ns : 0;
  while (worker.parker.state.load_acquire() == Parker::kParked) {  // [P3]
    if (tidy_in_ns != 0 && (timeout_ns == 0 || tidy_in_ns < timeout_ns)) {
      os::futex_wait_for(word, Parker::kParked, tidy_in_ns);
      if (timeout_ns != 0) timeout_ns -= tidy_in_ns;
      tidy_in_ns = tidy_memory(worker);
    } else if (timeout_ns == 0) {
      os::futex_wait(word, Parker::kParked);
    } else {
      os::futex_wait_for(word, Parker::kParked, timeout_ns);
      return;
    }
  }
}

void withdraw_park(Worker& worker) {
  Parker& parker = worker.parker;
  uint32_t state = Parker::kParked;
  if (parker.state.cas_acq_rel(state, Parker::kAwake)) {  // [P2]
    if (Crew* crew = parker.crew.load_relaxed()) crew->n_parked.sub_acq_rel(1);  // [P4]
    return;
  }
  constexpr uint32_t kPauses = 64;
  for (uint32_t i = 0; parker.state.load_acquire() != Parker::kAwake; i++) {  // [P3]
    i < kPauses ? os::relax() : os::yield_thread();  // a waker is between claim and wake; it may lose its processor
  }
  judge_wake(parker);
}

}  // namespace detail

}  // namespace rondo::sched
