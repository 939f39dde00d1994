// SPDX-License-Identifier: Apache-2.0
#include "sched/idle/purge.hpp"

#include "os/clock.hpp"

namespace rondo::sched {

using task::Slab;

namespace detail {

void deposit_memory(Worker& worker) {
  const uint64_t now_ns = os::now_ns();
  if (now_ns >= worker.rings_due_ns && worker.slot != nullptr) {
    worker.rings_due_ns = now_ns + Slab::kIdle_ns;
    worker.slot->deque.discard_words();
  }
  if (!worker.slab.holds_much()) return;
  worker.slab.deposit(now_ns);
  process.is_memory_deposited.store_release(true);  // [M1]
}

void give_up_memory(Worker& worker) {
  const uint64_t now_ns = os::now_ns();
  worker.slab.deposit(now_ns);
  worker.slab.trim_idle(now_ns + Slab::kIdle_ns);
}

}  // namespace detail

void purge_own_memory(Worker& worker, bool is_alone) {
  worker.slab.trim_own(os::now_ns(), is_alone ? Slab::First::AtOnce : Slab::First::AfterAWhile);
}

uint64_t purge_memory(const Worker& sleeper) {
  if (!process.is_memory_deposited.exchange_acq_rel(false)) return 0;  // [M1]
  const uint64_t now_ns = os::now_ns();
  uint64_t next_ns = 0;
  const task::WorkerId n = n_workers();
  for (task::WorkerId id = 0; id < n; id++) {
    Worker* worker = worker_of(id);
    if (worker == nullptr) continue;  // it is being made
    const uint64_t due_ns = worker->slab.trim_idle(now_ns);
    if (due_ns != 0 && (next_ns == 0 || due_ns < next_ns)) next_ns = due_ns;
    if (Parker::is_parked(sleeper.parker.state.load_relaxed())) continue;
    next_ns = now_ns + 1;  // it was woken; the rest is left to the next worker that sleeps
    break;
  }
  if (next_ns == 0) return 0;
  process.is_memory_deposited.store_release(true);  // [M1]
  return next_ns - now_ns;
}

void reclaim_memory_alone(Worker& worker) { worker.slab.reclaim_alone(); }

void forget_deposited_memory() {
  const task::WorkerId n = n_workers();
  for (task::WorkerId id = 0; id < n; id++) {
    if (Worker* worker = worker_of(id)) worker->slab.forget_deposit();
  }
  process.is_memory_deposited.store_relaxed(false);
}

}  // namespace rondo::sched
