// SPDX-License-Identifier: Apache-2.0
//
// A place where a worker leaves what it will not need for a while, so that other threads can work on it: one has it
// at a time, and none waits for another. Slabs leave their free blocks here (slab.hpp). Argument: README.md,
// "Deposit".
#pragma once

#include <cstdint>

#include "base/atomic.hpp"

namespace rondo::task {

template <class T>
class Deposit {
 public:
  // Owner: where to put something, then publish() it; nullptr while something lies here or is borrowed.
  T* room() { return state_.load_relaxed() == kEmpty ? &thing_ : nullptr; }
  void publish() { state_.store_release(kDeposited); }  // [L1]

  // Owner: what it deposited here, as the last borrower left it; the owner's until it deposits something again.
  // nullptr while nothing lies here or it is borrowed.
  T* take() { return leave_deposited_for(kEmpty); }

  // Any thread: what lies here, until put_back(). nullptr while nothing does or another thread has it.
  T* borrow() { return leave_deposited_for(kBorrowed); }
  void put_back() { state_.store_release(kDeposited); }  // [L1]

  // Any thread, hints.
  bool is_deposited() const { return state_.load_relaxed() == kDeposited; }
  bool is_borrowed() const { return state_.load_relaxed() == kBorrowed; }

  // In the child after fork(2), whose copy of the thing may be in the middle of a change: nothing lies here.
  void forget() { state_.store_relaxed(kEmpty); }

 private:
  static constexpr uint32_t kEmpty = 0;
  static constexpr uint32_t kDeposited = 1;
  static constexpr uint32_t kBorrowed = 2;

  T* leave_deposited_for(uint32_t state) {
    uint32_t expected = kDeposited;
    return is_deposited() && state_.cas_acq_rel(expected, state) ? &thing_ : nullptr;  // [L1]
  }

  base::Atomic<uint32_t> state_{kEmpty};
  T thing_{};
};

}  // namespace rondo::task
