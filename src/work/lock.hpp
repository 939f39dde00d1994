// SPDX-License-Identifier: Apache-2.0
//
// Locks that user code holds: critical, atomic, omp_lock_t. Four bytes, zero when free, so that they fit the words
// that both compilers reserve for a critical's name and gcc's omp_lock_t. A waiter spins as long as idle workers do,
// then sleeps. As long as nobody sleeps, unlocking is a store: README.md, "Locks".
#pragma once

#include <cstdint>

#include "base/atomic.hpp"
#include "base/count.hpp"
#include "os/asymmetric_fence.hpp"
#include "sync/process.hpp"
#include "task/task.hpp"

namespace rondo::work {

class Lock {
 public:
  constexpr Lock() = default;

  void lock() {
    base::CountFor counting(base::Construct::Lock);
    uint32_t word = kFree;
    if (!word_.cas_acq_rel(word, kHeld)) lock_slowly();  // [L1]
  }
  bool try_lock() {
    uint32_t word = kFree;
    return word_.load_relaxed() == kFree && word_.cas_acq_rel(word, kHeld);  // [L1]
  }
  // Waits without spinning.
  void lock_asleep();
  void unlock() {
    base::CountFor counting(base::Construct::Lock);
    const sync::SleeperCount& sleepers = sync::process.sleepers.of(this);
    if (!sleepers.is_zero()) [[unlikely]]
      return unlock_awaited();
    word_.store_release(kFree);  // [L1]
    os::light_fence();  // [sync/L2]
    if (!sleepers.is_zero()) [[unlikely]]  // the store may have replaced kAwaited
      wake_one();
  }

 private:
  static constexpr uint32_t kFree = 0;
  static constexpr uint32_t kHeld = 1;
  static constexpr uint32_t kAwaited = 2;  // held, and a thread may sleep

  void lock_slowly();
  void unlock_awaited();
  void wake_one();

  base::Atomic<uint32_t> word_{kFree};
};
static_assert(sizeof(Lock) == 4);

// omp_nest_lock_t: owned by a task. It lives on the heap, for clang's type has room for a pointer only.
class NestLock {
 public:
  // Returns how often the lock is held now.
  uint32_t lock(const task::Task* task);
  // Returns how often the lock is held now; 0: another task holds it.
  uint32_t try_lock(const task::Task* task);
  // Returns how often it is still held.
  uint32_t unlock();

 private:
  Lock lock_;
  uint32_t depth_ = 0;  // the owner's
  base::Atomic<const task::Task*> owner_{nullptr};
};

// The lock in a word that the compiler or the user provides; the word was zero before its first use.
inline Lock& lock_at(void* word) { return *static_cast<Lock*>(word); }

// omp_nest_lock_t. Out of memory is fatal.
void init_nest_lock(void* word);
void destroy_nest_lock(void* word);
inline NestLock& nest_lock_at(void* word) { return **static_cast<NestLock**>(word); }

}  // namespace rondo::work
