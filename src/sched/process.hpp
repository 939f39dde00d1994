// SPDX-License-Identifier: Apache-2.0
//
// What sched/ keeps for the process: see ARCHITECTURE.md, "State of the process".
#pragma once

#include "base/atomic.hpp"
#include "base/bits.hpp"
#include "base/build.hpp"
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
  base::Atomic<uint64_t> crowded_until{0};  // the same for oversubscribed teams, whose threads then do not yield
  base::Atomic<uint64_t> crowded_rest{0};   // for how many times as long as a thread was away; a hint, too
  base::Atomic<uint64_t> measures_from{0};  // before then nobody measures whether they are crowded; a hint, too
};

// Looks at what is pending, and returns how many operations have ended.
using PollFunction = int (*)(void* data);

// A registered function (poll.hpp). A thread that has put an address into `caller` may use `function` and
// `data`.
struct Poll {
  base::Atomic<const void*> caller{nullptr};  // [U4]
  PollFunction function = nullptr;            // nullptr: not in use
  void* data = nullptr;
  base::Atomic<int64_t> n_pending{
      0};  // by any thread; below 0 for a moment if an end is counted before its beginning [U1]
};

struct Polls {
  static constexpr uint32_t kMaxPolls = base::kModel ? 2 : 64;

  base::Atomic<uint32_t> n_pending{0};       // functions for which something is pending; by any thread [U1]
  base::Atomic<Worker*> on_duty{nullptr};    // the sleeper that polls; set and cleared by itself [U2]
  base::Atomic<uint64_t> looked_ticks{0};    // os::ticks() of the last look; by any worker, a hint
  base::Atomic<uint64_t> progress_ticks{0};  // when operations ended last, or the first began; by any thread, a hint
  sync::SpinLock lock;                       // over the next, and over changes of Process::takes_short_cuts
  int n_registered = 0;
  Poll all[kMaxPolls];
};

struct Process {
  IdlePolicy idle_policy;
  base::Atomic<bool> takes_short_cuts{true};  // poll.hpp; a hint, read by all workers

  // While a tool is on, for moments: the task of a node that a table names is not over, or the node has no task. Held
  // while a creator tells of such a task, and by who is about to tell that a task is over.
  sync::SpinLock observed_nodes;

  // The poll service. A child of fork(2) has none of its parent's functions.
  alignas(base::kCacheLine) Polls polls;

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
