// SPDX-License-Identifier: Apache-2.0
#include "work/lock.hpp"

#include <cstdlib>
#include <new>

#include "base/message.hpp"
#include "os/cpu.hpp"
#include "os/futex.hpp"
#include "sched/wait/wait.hpp"

namespace rondo::work {

namespace {
// A thread that holds the lock for a short time may want it again soon. Each change of the owner costs more than many
// acquisitions while the line stays in one cache.
void leave_it_to_the_holder() {
  constexpr uint32_t kPauses = 6;  // docs/tuning.md: lock
  for (uint32_t i = 0; i < kPauses; i++) os::relax();
}
}  // namespace

void Lock::lock_slowly() {
  // The lock may be the first request of a thread that Rondo does not know yet.
  const sched::Worker* worker = sched::t_worker;
  sched::Idle idle(worker != nullptr && worker->slot->arena->is_oversubscribed.load_relaxed());
  do {
    leave_it_to_the_holder();
    if (try_lock()) return idle.come();
  } while (idle.pause());
  lock_asleep();
}

void Lock::lock_asleep() {
  sync::SleeperCount& sleepers = sync::process.sleepers.of(this);
  sleepers.enter();
  // From here on the word says that a thread sleeps, even if this thread gets the lock: others may be asleep.
  while (word_.exchange_acquire(kAwaited) != kFree) os::futex_wait(word_.address(), kAwaited);  // [L1]
  sleepers.leave();
}

void Lock::unlock_awaited() {
  if (word_.exchange_acq_rel(kFree) == kAwaited) wake_one();  // [L1]
}

void Lock::wake_one() { os::futex_wake(word_.address(), 1); }

uint32_t NestLock::lock(const task::Task* task) {
  if (owner_.load_relaxed() != task) {  // only the owner finds itself there
    lock_.lock();
    owner_.store_relaxed(task);
  }
  return ++depth_;
}

uint32_t NestLock::try_lock(const task::Task* task) {
  if (owner_.load_relaxed() != task) {
    if (!lock_.try_lock()) return 0;
    owner_.store_relaxed(task);
  }
  return ++depth_;
}

uint32_t NestLock::unlock() {
  if (--depth_ != 0) return depth_;
  owner_.store_relaxed(nullptr);
  lock_.unlock();
  return 0;
}

void init_nest_lock(void* word) {
  void* memory = std::malloc(sizeof(NestLock));
  if (memory == nullptr) base::fatal("out of memory for a nestable lock; use fewer of them");
  *static_cast<NestLock**>(word) = new (memory) NestLock;
}

void destroy_nest_lock(void* word) {
  auto** lock = static_cast<NestLock**>(word);
  std::free(*lock);
  *lock = nullptr;
}

}  // namespace rondo::work
