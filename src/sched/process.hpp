// SPDX-License-Identifier: Apache-2.0
//
// What sched/ keeps for the process: see ARCHITECTURE.md, "State of the process".
#pragma once

#include "base/atomic.hpp"
#include "base/bits.hpp"
#include "sync/spin_lock.hpp"
#include "task/task.hpp"

namespace rondo::sched {

struct Worker;

inline constexpr uint32_t kMaxWorkers = 65536;

// How long a worker without work looks for some before it parks. Written before the first region and by
// kmp_set_blocktime; a worker that looks meanwhile may use either value.
struct IdlePolicy {
  base::Atomic<uint64_t> spin_ticks{0};
  base::Atomic<uint64_t> oversubscribed_spin_ticks{0};  // where there are more workers than processors
  base::Atomic<bool> parks_early{true};  // where processors are contended: nobody has asked for another time
  base::Atomic<uint64_t> contended_until{0};  // os::ticks(): until then nobody spins; by any worker (contention.hpp)
};

struct Process {
  IdlePolicy idle_policy;

  // While a tool is on, for moments: the task of a node that a table names is not over, or the node has no task. Held
  // while a creator tells of such a task, and by who is about to tell that a task is over.
  sync::SpinLock observed_nodes;

  // Whether a worker that sleeps should purge memory (purge.cpp). Set by a worker that deposits some, cleared by
  // one that purges, and in a child of fork(2).
  alignas(base::kCacheLine) base::Atomic<bool> is_memory_deposited{false};  // [M1]

  // All workers by id (worker.cpp). Each thread that becomes a worker adds itself. Workers are never freed: a waker
  // that has only an id may be late. A child of fork(2) keeps those of threads that it does not have.
  base::Atomic<uint32_t> n_workers{0};
  base::Atomic<Worker*> workers[kMaxWorkers]{};  // [W1]
};
[[gnu::visibility("hidden")]] extern constinit Process process;

}  // namespace rondo::sched
