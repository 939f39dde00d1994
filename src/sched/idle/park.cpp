// SPDX-License-Identifier: Apache-2.0
#include "sched/idle/park.hpp"

#include <algorithm>
#include <utility>

#include "config/mechanism.hpp"
#include "ompt/process.hpp"
#include "os/clock.hpp"
#include "os/cpu.hpp"
#include "os/futex.hpp"
#include "os/thread.hpp"
#include "os/topology.hpp"
#include "os/wake_elsewhere.hpp"
#include "sched/idle/poll.hpp"
#include "sched/worker/contention.hpp"
#include "sync/spin_lock.hpp"
#include "trace/process.hpp"

namespace rondo::sched {

using detail::AfterSleep;

namespace {

constexpr uint32_t kNone = ~0u;

// A slot with work; any slot if the work is prioritised.
uint32_t slot_with_work(const Arena& arena) {
  if (!arena.prioritised.is_empty()) return 0;
  for (uint32_t i = 0; i < arena.n_slots; i++) {
    const Slot& slot = *arena.slots[i];
    if (!slot.deque.looks_empty() || !slot.mailbox.is_empty() || !slot.node_mailbox.is_empty()) return i;
  }
  return kNone;
}

}  // namespace

bool has_work(const Arena& arena) { return !is_looked_in_vain(arena) && slot_with_work(arena) != kNone; }

bool has_work_for_sleeper(Worker& worker, Arena& arena) {
  if (!arena.is_large.load_relaxed()) return slot_with_work(arena) != kNone;
  if ((arena.n_parked.or_acq_rel(Arena::kLookedInVain) & Arena::kLookedInVain) != 0) return false;  // [P5]
  os::heavy_fence();  // [P5]
  const uint32_t index = slot_with_work(arena);
  if (index == kNone) return false;
  worker.first_victim = index;
  wake_one(arena, worker.slot->index);  // another worker may sleep because this one was about to look
  return true;
}

void doubt_vain_look(Arena& arena) {
  if (!is_looked_in_vain(arena)) return;
  (void)arena.n_parked.and_acq_rel(~Arena::kLookedInVain);  // [P5]
  os::light_fence();                                       // [P5]
}

namespace {

constexpr uint64_t kElsewhereCosts_us = 20;  // docs/tuning.md: wakes elsewhere

void ring(base::Atomic<uint32_t>& bell, uint32_t bits) {
  bell.add_acq_rel(1);  // [P7]
  os::futex_wake_those(bits, bell.address());
}

void wake_sleeper(const Parker& parker) {
  base::Atomic<uint32_t>* bell = parker.bell.load_relaxed();  // [P2]
  bell == nullptr ? os::futex_wake(parker.state.address(), 1) : ring(*bell, parker.bell_bit.load_relaxed());
}

// Ends the sleep that the caller has claimed, of a worker that sleeps on its own word.
void wake(Parker& parker) {
  // In a child of fork(2) the sleeper may be a thread that only the parent has.
  // A sleeper that polls executes code of the program.
  const bool elsewhere =
      parker.n_wakes_elsewhere != 0 && parker.may_move_in == sync::process.generation && !is_pending();
  if (elsewhere) {
    parker.n_wakes_elsewhere--;
    os::ExcludedProcessor kept;
    os::exclude_processor(parker.thread_id, parker.waker_cpu, kept);
    os::futex_wake(parker.state.address(), 1);
    os::let_back(kept);
  }
  parker.state.store_release(Parker::kAwake);  // [P3]
  if (!elsewhere) os::futex_wake(parker.state.address(), 1);
}

// By the worker that was woken. If it was to run on its waker's processor, and the waker did not soon leave it, a
// number of wakes go elsewhere: as many as cost what this wait did.
void judge_wake(Parker& parker) {
  if (os::current_cpu() != parker.waker_cpu) return;
  const uint64_t waited_us = (os::ticks() - parker.woken_ticks) / os::ticks_per_us();
  if (waited_us <= Parker::kPrompt_us || !config::uses(config::Mechanism::WakesElsewhere)) return;
  parker.n_wakes_elsewhere =
      static_cast<uint32_t>(std::min<uint64_t>(waited_us / kElsewhereCosts_us, Parker::kMostWakesElsewhere));
}

void note_wake(const Worker& sleeper) {
  const Worker* waker = t_worker;
  if (!trace::is_on() || waker == nullptr) return;
  const uint32_t number = sleeper.ring_number.load_relaxed();
  if (number != 0) waker->record.ring->note(trace::Kind::Wake, 0, number - 1);
}

void note_sleep(const Worker& worker, trace::Kind kind) {
  if (trace::is_on()) worker.record.ring->note(kind, 0, os::thread_time_ns());
}

// Any sleeper that may poll, beginning the search behind worker `near`, looks once more whether it has to.
void call_poller(task::WorkerId near) {
  const task::WorkerId n = n_workers();
  for (task::WorkerId i = 1; i <= n; i++) {
    Worker* worker = worker_of((near + i) % n);
    if (worker == nullptr) continue;
    Parker& parker = worker->parker;
    uint32_t state = parker.state.load_acquire();  // [P1] [P2]
    while (Parker::is_parked(state) && parker.may_poll.load_relaxed()) {
      if (!parker.state.cas_acq_rel(state, Parker::kCalled)) continue;  // [U3]
      wake_sleeper(parker);
      return;
    }
  }
}

// A worker that is announced as parked: is it the one that polls?
bool takes_duty(Worker& worker) {
  base::Atomic<Worker*>& on_duty = process.polls.on_duty;
  Worker* other = on_duty.load_relaxed();
  if (other == &worker) return true;
  return other == nullptr && worker.parker.may_poll.load_relaxed() && on_duty.cas_acq_rel(other, &worker);  // [U2]
}

// The worker does not poll any more, or was called and does not sleep any more: if something is pending, another
// sleeper has to.
void pass_duty_on(Worker& worker) {
  base::Atomic<Worker*>& on_duty = process.polls.on_duty;
  if (on_duty.load_relaxed() == &worker) {
    on_duty.store_release(nullptr);  // [U2]
    base::fence_seq_cst();           // [U1]
  }
  if (is_pending() && on_duty.load_relaxed() == nullptr) call_poller(worker.id);
}

// Until the state is not Parked, for at most so long (0: for good), or shorter.
void sleep_on_word(const Parker& parker, uint64_t timeout_ns) {
  if (const base::Atomic<uint32_t>* bell = parker.bell.load_relaxed()) {
    const uint32_t n_rung = bell->load_acquire();  // [P7]
    if (parker.state.load_acquire() == Parker::kParked)   // [P7]
      os::futex_wait_as(parker.bell_bit.load_relaxed(), bell->address(), n_rung, timeout_ns);
  } else if (timeout_ns == 0) {
    os::futex_wait(parker.state.address(), Parker::kParked);
  } else {
    os::futex_wait_for(parker.state.address(), Parker::kParked, timeout_ns);
  }
}

// timeout_ns: what is left of it; 0: there is none.
AfterSleep sleep(Worker& worker, uint64_t& timeout_ns) {
  Parker& parker = worker.parker;
  uint64_t purge_in_ns = has_deposited_memory() ? task::Slab::kIdle_ns : 0;
  // At most so long; true: the time-out is over.
  auto sleep_for = [&](uint64_t ns) {
    const bool is_last = timeout_ns != 0 && timeout_ns <= ns;
    sleep_on_word(parker, is_last ? timeout_ns : ns);
    if (timeout_ns != 0 && !is_last) timeout_ns -= ns;
    return is_last;
  };
  for (uint32_t state; Parker::is_parked(state = parker.state.load_acquire());) {  // [P3]
    if (state == Parker::kCalled) {
      (void)parker.state.cas_acq_rel(state, Parker::kParked);  // [U3]
    } else if (is_pending() && takes_duty(worker)) {
      if (sleep_for(nap_ns())) return AfterSleep::Awake;
      if (Parker::is_parked(parker.state.load_acquire())) return AfterSleep::Poll;  // [P3]
    } else if (process.polls.on_duty.load_relaxed() == &worker) {
      pass_duty_on(worker);
    } else if (purge_in_ns != 0) {
      if (sleep_for(purge_in_ns)) return AfterSleep::Awake;
      purge_in_ns = purge_memory(worker);
    } else if (timeout_ns == 0) {
      sleep_on_word(parker, 0);
    } else if (sleep_on_word(parker, timeout_ns); parker.state.load_relaxed() != Parker::kCalled) {
      return AfterSleep::Awake;
    }
  }
  return AfterSleep::Awake;
}

}  // namespace

bool WakeUp::add(Worker& worker) {
  Parker& parker = worker.parker;
  uint32_t state = parker.state.load_acquire();  // [P2]
  do {
    if (!Parker::is_parked(state)) return false;
  } while (!parker.state.cas_acq_rel(state, Parker::kClaimed));  // [P2]
  // The worker stays in its arena until it sees kAwake, so the arena is still there.
  if (Arena* arena = parker.arena.load_relaxed()) arena->n_parked.sub_acq_rel(1);  // [P2] [P4]
  if (ompt::is_on()) [[unlikely]]
    note_wake(worker);
  parker.waker_cpu = os::current_cpu();
  parker.woken_ticks = os::ticks();
  base::count(base::Event::Wake);
  base::Atomic<uint32_t>* bell = parker.bell.load_relaxed();  // [P2]
  if (bell == nullptr) {
    wake(parker);
    return true;
  }
  if (bell_ != bell) ring();
  bell_ = bell;
  bits_ |= parker.bell_bit.load_relaxed();
  parker.state.store_release(Parker::kAwake);  // [P3] [P7]
  return true;
}

void WakeUp::ring() {
  if (bits_ != 0) sched::ring(*bell_, std::exchange(bits_, 0));
}

bool unpark(Worker& worker) {
  WakeUp wake_up;
  const bool was_asleep = wake_up.add(worker);
  wake_up.ring();
  return was_asleep;
}

void wake_one(Arena& arena, uint32_t near) {
  doubt_vain_look(arena);
  if (arena.n_parked.load_relaxed() == 0) return;  // [P1]
  for (uint32_t i = 1; i <= arena.n_slots; i++) {
    uint32_t index = near + i;
    if (index >= arena.n_slots) index -= arena.n_slots;
    Worker* worker = arena.slots[index]->worker.load_acquire();  // [S1]
    if (worker != nullptr && worker->parker.arena.load_relaxed() == &arena && unpark(*worker)) return;  // [P4]
  }
}

void wake_all(Arena& arena) {
  if ((arena.n_parked.load_relaxed() & ~Arena::kLookedInVain) == 0) return;  // [P1]
  WakeUp wake_up;
  for (uint32_t i = 0; i < arena.n_slots; i++) {
    Worker* worker = arena.slots[i]->worker.load_acquire();  // [S1]
    if (worker != nullptr) wake_up.add(*worker);
  }
  wake_up.ring();
}

void announce_pending() {
  base::fence_seq_cst();  // [P1] [U1]
  if (process.polls.on_duty.load_relaxed() == nullptr) call_poller(t_worker == nullptr ? 0 : t_worker->id);
}

namespace detail {

void announce_park(Worker& worker, Arena* arena) {
  constexpr uint32_t kBits = 32;
  Arena* around = arena == nullptr && worker.slot != nullptr ? worker.slot->arena : arena;
  const bool is_crowd = around != nullptr && around->is_oversubscribed.load_relaxed();
  const bool has_bit = is_crowd && worker.slot != nullptr && worker.slot->index < kBits;
  worker.parker.bell.store_relaxed(has_bit ? &around->bell : nullptr);                // [P2]
  worker.parker.bell_bit.store_relaxed(has_bit ? 1u << worker.slot->index : 0);  // [P2]
  const bool may_move = !worker.is_bound() && !is_crowd;
  if (may_move) worker.parker.thread_id = os::thread_id();
  worker.parker.may_move_in = may_move ? sync::process.generation : 0;
  worker.parker.arena.store_relaxed(arena);              // [P2]
  if (arena != nullptr) arena->n_parked.add_acq_rel(1);  // [P1] [P4]
  worker.parker.may_poll.store_relaxed(worker.slot != nullptr);
  worker.parker.state.store_release(Parker::kParked);  // [P2]
}

// Many workers of a large arena go to sleep together. While one yields, others announce themselves, and one fence
// serves them all.
void fence_announcement(const Worker& worker) {
  if (os::are_heavy_sides_favoured() && !are_processors_crowded(os::ticks())) os::favour_light_sides();
  Arena* arena = worker.slot == nullptr ? nullptr : worker.slot->arena;
  if (arena == nullptr || !arena->is_large.load_relaxed()) return os::heavy_fence();  // [P1]
  const uint64_t ticket = arena->fence.ticket();
  os::yield_thread();
  arena->fence.execute_since(ticket);  // [P1]
}

AfterSleep sleep_until_claimed(Worker& worker, uint64_t& timeout_ns) {
  base::count(base::Event::Sleep);
  if (ompt::is_on()) [[unlikely]]
    note_sleep(worker, trace::Kind::Sleep);
  const AfterSleep after = sleep(worker, timeout_ns);
  if (ompt::is_on()) [[unlikely]]
    note_sleep(worker, trace::Kind::Awake);
  return after;
}

namespace {
// False: a waker has claimed the worker.
bool end_park(Parker& parker) {
  uint32_t state = Parker::kParked;
  while (!parker.state.cas_acq_rel(state, Parker::kAwake)) {  // [P2]
    if (!Parker::is_parked(state)) return false;
  }
  if (Arena* arena = parker.arena.load_relaxed()) arena->n_parked.sub_acq_rel(1);  // [P4]
  return true;
}
}  // namespace

void withdraw_park(Worker& worker) {
  Parker& parker = worker.parker;
  if (!end_park(parker)) {
    constexpr uint32_t kPauses = 64;
    for (uint32_t i = 0; parker.state.load_acquire() != Parker::kAwake; i++) {  // [P3]
      i < kPauses ? os::relax()
                  : os::yield_thread();  // a waker, which may lose its processor, is between claim and wake
    }
    judge_wake(parker);
  }
  if (is_pending() || process.polls.on_duty.load_relaxed() == &worker) [[unlikely]]
    pass_duty_on(worker);
}

}  // namespace detail

}  // namespace rondo::sched
