// SPDX-License-Identifier: Apache-2.0
//
// Critical, atomic and ordered regions and locks, with what a tool hears of them. `caller` is the return address of
// the entry point that calls: where no tool is on, it is not even loaded.
#pragma once

#include "sched/run/observe.hpp"
#include "team/fork.hpp"
#include "work/lock.hpp"
#include "work/ordered.hpp"

namespace rondo::abi {

// While a tool is on: `take` waits for the mutex.
template <class Take>
void acquire_observed(ompt::MutexKind kind, const void* mutex, const void* caller, Take take) {
  sched::Worker& worker = team::this_worker();
  ompt::mutex_acquire(worker.record, kind, mutex, caller);
  const ompt::State before = worker.record.state;
  worker.record.state = kind == ompt::MutexKind::Critical  ? ompt::State::WaitCritical
                        : kind == ompt::MutexKind::Atomic  ? ompt::State::WaitAtomic
                        : kind == ompt::MutexKind::Ordered ? ompt::State::WaitOrdered
                                                           : ompt::State::WaitLock;
  worker.record.wait_id = ompt::wait_id(mutex);
  take();
  worker.record.state = before;
  worker.record.wait_id = 0;
}

[[gnu::noinline, gnu::cold]] inline void acquire_observed(ompt::MutexKind kind, work::Lock& lock, const void* caller) {
  acquire_observed(kind, &lock, caller, [&] { lock.lock(); });
  ompt::mutex_acquired(team::this_worker().record, kind, &lock, caller);
}

[[gnu::noinline, gnu::cold]] inline void release_observed(ompt::MutexKind kind, work::Lock& lock, const void* caller) {
  lock.unlock();
  ompt::mutex_released(team::this_worker().record, kind, &lock, caller);
}

[[gnu::always_inline]] inline void acquire(ompt::MutexKind kind, work::Lock& lock, const void* caller) {
  if (ompt::is_on()) [[unlikely]]
    return acquire_observed(kind, lock, caller);
  lock.lock();
}

[[gnu::always_inline]] inline void release(ompt::MutexKind kind, work::Lock& lock, const void* caller) {
  if (ompt::is_on()) [[unlikely]]
    return release_observed(kind, lock, caller);
  lock.unlock();
}

// The mutex of ordered regions is named by the parallel region that they are in.
[[gnu::noinline, gnu::cold]] inline void begin_ordered_observed(const void* caller) {
  sched::Worker& worker = team::this_worker();
  const void* mutex = sched::parallel_of(worker);
  acquire_observed(ompt::MutexKind::Ordered, mutex, caller, [&] { work::begin_ordered(worker); });
  ompt::mutex_acquired(worker.record, ompt::MutexKind::Ordered, mutex, caller);
}

[[gnu::noinline, gnu::cold]] inline void end_ordered_observed(const void* caller) {
  sched::Worker& worker = team::this_worker();
  ompt::mutex_released(worker.record, ompt::MutexKind::Ordered, sched::parallel_of(worker), caller);
  work::end_ordered(worker);
}

[[gnu::always_inline]] inline void begin_ordered(const void* caller) {
  if (ompt::is_on()) [[unlikely]]
    return begin_ordered_observed(caller);
  work::begin_ordered(team::this_worker());
}

[[gnu::always_inline]] inline void end_ordered(const void* caller) {
  if (ompt::is_on()) [[unlikely]]
    return end_ordered_observed(caller);
  work::end_ordered(team::this_worker());
}

}  // namespace rondo::abi
