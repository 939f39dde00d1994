// SPDX-License-Identifier: Apache-2.0
//
// A worker is an OS thread that Rondo knows: one it started, or a thread of the program that called in. A crew is a
// set of seats among which ready work circulates: the scheduling side of a team. A worker sits on one seat at a time;
// the master of a nested team leaves its outer seat as it is and takes seat 0 of the inner crew.
#pragma once

#include <cstdint>
#include <cstdlib>

#include "base/atomic.hpp"
#include "base/bits.hpp"
#include "base/handover_stack.hpp"
#include "base/rng.hpp"
#include "graph/graph.hpp"
#include "os/pages.hpp"
#include "sched/at_once.hpp"
#include "sched/steal_pace.hpp"
#include "sched/work.hpp"
#include "sync/spin_lock.hpp"
#include "task/deque.hpp"
#include "task/slab.hpp"
#include "task/task.hpp"

namespace rondo::config {
struct Icvs;
}

namespace rondo::sched {

struct Crew;
struct Worker;

// Rings of deques outlive the worker that filled them, so they come from the C library and not from a slab.
struct RingMemory {
  void* allocate(size_t bytes) { return std::aligned_alloc(base::kCacheLine, base::round_up(bytes, base::kCacheLine)); }
  void release(void* ring) { std::free(ring); }
  void discard(void* words, size_t bytes) { os::discard_pages(words, bytes); }
};
using WorkDeque = task::Deque<RingMemory>;

struct Seat {
  Seat(Crew& crew, uint32_t index);

  Crew* const crew;
  const uint32_t index;            // thread number in the team
  base::Atomic<Worker*> worker{nullptr};  // who sits here; changes only while the crew is quiet [S1]
  WorkDeque deque;                 // bottom: the worker; top: everybody in the crew
  base::HandoverStack<task::Task> mailbox;              // ready tasks from workers of other crews
  base::HandoverStack<graph::NodeState> node_mailbox;   // ready nodes that are to run here, from the crew
  task::Task implicit;             // the implicit task of this thread number
  task::Domain domain;             // and its children

 private:
  static RingMemory ring_memory_;
};

// Tasks with priority > 0, when OMP_MAX_TASK_PRIORITY allows any: a few bands of FIFO lists under a lock, looked at
// before the deques. Costs one load of a zero when unused.
class PriorityQueue {
 public:
  void push(task::Task* task, uint32_t max_priority);
  task::Task* take();
  bool is_empty() const { return n_tasks_.load_relaxed() == 0; }  // [Q2]

 private:
  static constexpr uint32_t kBands = 8;

  base::Atomic<uint32_t> n_tasks_{0};
  sync::SpinLock lock_;
  task::Task* first_[kBands] = {};
  task::Task* last_[kBands] = {};
};

struct Crew {
  uint32_t n_seats = 0;
  Seat** seats = nullptr;
  base::Atomic<bool> is_cancelled{false};  // its region: tasks that have not begun are discarded
  base::Atomic<bool> is_crowded{false};  // more workers than processors, as far as the crew can know
  alignas(base::kCacheLine) base::Atomic<uint32_t> n_parked{0};  // workers of this crew that sleep
  PriorityQueue prioritised;
  TinyBodies tiny_bodies;  // cleared before each region
};

// Sleeping state of a worker; see README.md, "Parking".
struct Parker {
  static constexpr uint32_t kAwake = 0;
  static constexpr uint32_t kParked = 1;
  static constexpr uint32_t kClaimed = 2;  // a waker has chosen this worker and will set kAwake
  base::Atomic<uint32_t> state{kAwake};
  base::Atomic<Crew*> crew{nullptr};  // where it is counted as parked, nullptr outside a crew; written before kParked
  int thread_id = 0;  // the kernel's; written before kParked
  uint32_t may_move_in = 0;  // the process, if it is unbound and in no crowd, else 0; written before kParked
  // By the waker between kClaimed and kAwake, by the worker behind that.
  uint32_t waker_cpu = 0;
  uint32_t n_apart = 0;  // so many wakes are yet to keep it off the waker's processor
  uint64_t woken_ticks = 0;

  // docs/tuning.md: wakes apart
  static constexpr uint32_t kWakesApart = 200;
  static constexpr uint64_t kPrompt_us = 120;
};

struct alignas(base::kCacheLine) Worker {
  explicit Worker(task::WorkerId id);

  // Reports the batched completions. Called before the worker runs work that belongs to another parent, and before
  // it idles: a parent never waits for a report that its reporter has forgotten.
  void flush_completions() {
    if (batch_count != 0) report_batch();
  }
  void flush() {  // completions and freed blocks
    flush_completions();
    slab.flush();
  }
  void flush_idle() { slab.flush(); }  // the worker has left its crew, hence reported everything

  task::WorkerId id;  // global thread number (gtid)
  Seat* seat = nullptr;
  task::Task* current = nullptr;  // the task whose code this thread executes
  config::Icvs* icvs = nullptr;  // data environment of `current`
  task::Slab slab;
  base::Rng rng;
  uint32_t first_victim = 0;  // where the last successful steal was
  StealPace pace;
  AtOnce at_once;
  bool owes_announcement = false;  // work went through this worker's hands into its deque, and nobody was told

  task::Tally* batch_tally = nullptr;
  task::WorkerId batch_owner = task::kNoWorker;
  uint32_t batch_count = 0;
  uint64_t rings_due_ns = 0;  // when its deque's unused memory may be given back again
  uint32_t bound_place = ~0u;  // the place its thread is bound to (team/binding.hpp); ~0: none
  bool is_bound() const { return bound_place != ~0u; }

  alignas(base::kCacheLine) Parker parker;  // written by wakers

 private:
  void report_batch();
};

// The worker of the calling thread; nullptr before its first call into the runtime. Set by team/registry.
extern constinit thread_local Worker* t_worker;

// All workers by id, for wakes addressed to one. Any thread.
Worker* worker_of(task::WorkerId id);
// How many ids have been given so far. Any thread.
task::WorkerId n_workers();
// The id for a worker that is about to be made. Any thread; more than kMaxWorkers is fatal.
task::WorkerId next_worker_id();
inline constexpr uint32_t kMaxWorkers = 65536;

}  // namespace rondo::sched
