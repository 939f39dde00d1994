// SPDX-License-Identifier: Apache-2.0
//
// Memory of tasks that is not needed any more goes back to the system (task/slab.hpp). A worker that sleeps, or has
// left its outermost region, deposits its free blocks where workers that sleep find them. Argument: README.md,
// "Purging".
#pragma once

#include "sched/process.hpp"
#include "sched/worker/worker.hpp"

namespace rondo::sched {

namespace detail {
void deposit_memory(Worker& worker);
void give_up_memory(Worker& worker);
}  // namespace detail

// The worker may not need its slab, nor the room in its deque, for long.
inline void leave_memory(Worker& worker) {
  if constexpr (base::kModel) return;
  const bool has_large_ring = worker.slot != nullptr && worker.slot->deque.has_large_ring();
  if (worker.slab.holds_much() || has_large_ring) [[unlikely]]
    detail::deposit_memory(worker);
}

// Its thread ends.
inline void give_up_memory(Worker& worker) {
  if (worker.slab.holds_much()) [[unlikely]]
    detail::give_up_memory(worker);
}

// Most of what the worker has allocated is free now; worth a call if its slab holds much. `is_alone`: no other worker
// will sleep and purge it.
void purge_own_memory(Worker& worker, bool is_alone);

// Whether a worker that sleeps should call purge_memory() after Slab::kIdle_ns. A hint.
inline bool has_deposited_memory() {
  if constexpr (base::kWatchesBlocks) return false;
  return process.is_memory_deposited.load_relaxed();
}

// By a worker that sleeps: gives back memory that any worker has deposited for long, until the sleeper is woken.
// Returns how long to sleep before the next call; 0: nothing is left.
uint64_t purge_memory(const Worker& sleeper);

// Before fork(2), and in the child: there, deposits that others were trimming are lost.
void reclaim_memory_alone(Worker& worker);
void forget_deposited_memory();

}  // namespace rondo::sched
