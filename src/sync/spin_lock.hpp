// SPDX-License-Identifier: Apache-2.0
//
// A lock for sections of a few instructions that are entered rarely. Locks that user code may hold are in
// work/lock.hpp. A lock that another thread held when this process was made by fork() is free: argument in README.md.
#pragma once

#include "base/atomic.hpp"
#include "os/cpu.hpp"
#include "sync/process.hpp"

namespace rondo::sync {

// In the child after fork(2): the holders of locks are gone.
void forget_lock_holders();

class SpinLock {
 public:
  constexpr SpinLock() = default;
  void lock() {
    // True if the lock is free, or held by a thread that is not in this process.
    for (uint32_t i = 0; held_in_.exchange_acquire(process.generation) == process.generation; i++) {  // [L1]
      if (i < 64) {
        os::relax();
      } else {
        os::yield_thread();  // the holder may have lost its processor
      }
    }
  }
  void unlock() { held_in_.store_release(0); }  // [L1]

 private:
  base::Atomic<uint32_t> held_in_{0};  // the generation of the process whose thread holds it; 0: free
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
