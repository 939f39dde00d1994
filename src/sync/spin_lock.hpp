// SPDX-License-Identifier: Apache-2.0
//
// A lock for sections of a few instructions that are entered rarely. Locks that user code may hold are in
// work/lock.hpp.
#pragma once

#include "base/atomic.hpp"
#include "os/cpu.hpp"

namespace rondo::sync {

class SpinLock {
 public:
  constexpr SpinLock() = default;
  void lock() {
    for (uint32_t i = 0; locked_.exchange_acquire(1) != 0; i++) {  // [L1]
      if (i < 64) {
        os::relax();
      } else {
        os::yield_thread();  // the holder may have lost its processor
      }
    }
  }
  void unlock() { locked_.store_release(0); }  // [L1]

 private:
  base::Atomic<uint32_t> locked_{0};
};

class [[nodiscard]] SpinGuard {
 public:
  explicit SpinGuard(SpinLock& lock) : lock_(lock) { lock_.lock(); }
  ~SpinGuard() { lock_.unlock(); }
  SpinGuard(const SpinGuard&) = delete;
  SpinGuard& operator=(const SpinGuard&) = delete;

 private:
  SpinLock& lock_;
};

}  // namespace rondo::sync
