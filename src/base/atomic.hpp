// SPDX-License-Identifier: Apache-2.0
//
// The only door to atomic memory in Rondo. Every operation carries its order in its name, so that the orders in use
// can be read (and searched) at the call site; no call site passes an order argument. A build with RONDO_MODEL takes
// the same names from the interleaving explorer (tests/model), which runs the structures under every schedule.
#pragma once

#ifdef RONDO_MODEL
#include "model/atomic.hpp"
#else

#include <atomic>

#include "base/annotate.hpp"
#include "base/architecture.hpp"
#include "base/count.hpp"

namespace rondo::base {

template <class T>
class Atomic {
 public:
  Atomic() = default;
  constexpr explicit Atomic(T value) : value_(value) {}
  Atomic(const Atomic&) = delete;
  Atomic& operator=(const Atomic&) = delete;

  T load_relaxed() const { return value_.load(std::memory_order_relaxed); }
  T load_acquire() const { return observed(value_.load(std::memory_order_acquire)); }
  void store_relaxed(T value) { value_.store(value, std::memory_order_relaxed); }
  void store_release(T value) {
    count(Event::Publish);
    annotate_release(&value_);
    value_.store(value, std::memory_order_release);
  }

  // Numbers that only grow: the times that threads have met. A late thread may see a later number than the one that
  // it waits for. The sanitizer has an address each for odd and even numbers, so it does not take what came with the
  // later one for seen, and finds a race with it.
  void store_release_turn(T turn) {
    count(Event::Publish);
    annotate_release(address_of(turn));
    value_.store(turn, std::memory_order_release);
  }
  bool has_reached_acquire(T turn) const {
    if (value_.load(std::memory_order_acquire) < turn) return false;
    annotate_acquire(address_of(turn));
    return true;
  }

  T exchange_acquire(T value) { return observed(changed().exchange(value, std::memory_order_acquire)); }
  T exchange_acq_rel(T value) { return observed(published().exchange(value, std::memory_order_acq_rel)); }

  T add_relaxed(T value) { return changed().fetch_add(value, std::memory_order_relaxed); }
  T sub_relaxed(T value) { return changed().fetch_sub(value, std::memory_order_relaxed); }
  T add_acq_rel(T value) { return observed(published().fetch_add(value, std::memory_order_acq_rel)); }
  T sub_acq_rel(T value) { return observed(published().fetch_sub(value, std::memory_order_acq_rel)); }
  T or_acq_rel(T value) { return observed(published().fetch_or(value, std::memory_order_acq_rel)); }
  T and_acq_rel(T value) { return observed(published().fetch_and(value, std::memory_order_acq_rel)); }

  // On failure `expected` holds the value found (read with acquire order).
  bool cas_acq_rel(T& expected, T desired) {
    return observed(
        published().compare_exchange_strong(expected, desired, std::memory_order_acq_rel, std::memory_order_acquire));
  }
  bool cas_weak_release(T& expected, T desired) {
    return published().compare_exchange_weak(expected, desired, std::memory_order_release, std::memory_order_relaxed);
  }
  bool cas_seq_cst(T& expected, T desired) {
    return observed(
        published().compare_exchange_strong(expected, desired, std::memory_order_seq_cst, std::memory_order_acquire));
  }

  // For the futex system call, which needs the word itself.
  const T* address() const { return reinterpret_cast<const T*>(&value_); }

 private:
  std::atomic<T>& changed() {
    count(Event::Rmw);
    return value_;
  }
  std::atomic<T>& published() {
    annotate_release(&value_);
    return changed();
  }
  // Reports an acquire, and passes on the operation's result.
  template <class Result>
  Result observed(Result result) const {
    annotate_acquire(&value_);
    return result;
  }

  const void* address_of(T turn) const { return reinterpret_cast<const char*>(&value_) + turn % 2; }

  std::atomic<T> value_;
  static_assert(std::atomic<T>::is_always_lock_free);
  static_assert(sizeof(std::atomic<T>) == sizeof(T));
};

// Orders this thread's earlier stores before its later loads, for every observer that fences as well (Dekker).
inline void fence_seq_cst() {
  count(Event::Fence);
  architecture::full_fence();
}

}  // namespace rondo::base

#endif
