// SPDX-License-Identifier: Apache-2.0
//
// A worker is an OS thread that Rondo knows: one it started, or a thread of the program that called in. An arena is a
// set of slots among which ready work circulates: the scheduling side of a team. A worker occupies one slot at a
// time; the master of a nested team leaves its outer slot as it is and takes slot 0 of the inner arena.
#pragma once

#include <cstdint>
#include <cstdlib>

#include "base/atomic.hpp"
#include "base/bits.hpp"
#include "base/handover_stack.hpp"
#include "base/rng.hpp"
#include "graph/model/graph.hpp"
#include "ompt/thread.hpp"
#include "os/pages.hpp"
#include "os/shared_fence.hpp"
#include "sched/process.hpp"
#include "sched/work.hpp"
#include "sched/worker/inline_cutoff.hpp"
#include "sched/worker/inline_policy.hpp"
#include "sched/worker/steal_backoff.hpp"
#include "sched/worker/suspended.hpp"
#include "sched/worker/tolerance.hpp"
#include "sync/spin_lock.hpp"
#include "task/deque.hpp"
#include "task/slab.hpp"
#include "task/task.hpp"

namespace rondo::sched {

struct Arena;
struct Worker;

// Rings of deques outlive the worker that filled them, so they come from the C library and not from a slab.
struct RingMemory {
  void* allocate(size_t bytes) const {
    return std::aligned_alloc(base::kCacheLine, base::round_up(bytes, base::kCacheLine));
  }
  void release(void* ring) const { std::free(ring); }
  void discard(void* words, size_t bytes) const { os::discard_pages(words, bytes); }
};
using WorkDeque = task::Deque<const RingMemory>;

struct Slot {
  Slot(Arena& arena, uint32_t index);

  Arena* const arena;
  const uint32_t index;            // thread number in the team
  base::Atomic<Worker*> worker{nullptr};  // the one that occupies it; changes only while the arena is quiet [S1]
  InlineCutoff inline_cutoff;      // of the deque; only its worker uses it
  WorkDeque deque;                 // bottom: the worker; top: all workers of the arena
  base::HandoverStack<task::Task> mailbox;              // ready tasks from workers of other arenas
  base::HandoverStack<graph::NodeState> node_mailbox;   // ready nodes that are to run here, from the arena
  task::Task implicit;             // the implicit task of this thread number
  task::Domain domain;             // of its children

 private:
  static constexpr RingMemory kRingMemory{};
};

// To the mailboxes of a slot. Any worker of the arena.
void post(Slot& slot, Work work);

// Owner of the slot: puts `work` at the bottom of its deque. If there is no memory for a larger deque, `work` goes to
// the slot's mailboxes, which need none and are opened when the deque is empty.
inline void enqueue(Slot& slot, Work work) {
  if (!slot.deque.push(work.word())) [[unlikely]]
    post(slot, work);
}

// Tasks and nodes with priority > 0, when OMP_MAX_TASK_PRIORITY allows any: a few FIFO lists, one for each band of
// priorities, under a lock. Workers look here before the deques; while it is unused that costs the load of a zero.
class PriorityQueue {
 public:
  void push(Work work, int16_t priority, uint32_t max_priority);
  void push(task::Task* task, uint32_t max_priority) { push(Work(task), task->priority, max_priority); }
  Work take();
  bool is_empty() const { return n_tasks_.load_relaxed() == 0; }  // [Q2]

 private:
  static constexpr uint32_t kBands = 8;

  base::Atomic<uint32_t> n_tasks_{0};
  sync::SpinLock lock_;
  Work first_[kBands];
  Work last_[kBands];
};

struct Arena {
  // In `n_parked` of a large arena: some worker has looked everywhere for work, or is about to, and no work was
  // announced since. A worker that wants to sleep need not look then (sched/idle/README.md, "Vain looks").
  static constexpr uint32_t kLookedInVain = 1u << 31;

  uint32_t n_slots = 0;
  Slot** slots = nullptr;
  base::Atomic<bool> is_cancelled{false};  // its region: tasks that have not begun are discarded
  base::Atomic<bool> is_oversubscribed{false};  // more workers than processors, as far as the arena can know
  base::Atomic<bool> is_large{false};  // a look at all slots is expensive
  bool defers_tasks = false;  // although it has one slot: a task may be blocked, and its creator goes on
  alignas(base::kCacheLine) base::Atomic<uint32_t> n_parked{0};  // workers of this arena that sleep, and the flag above
  base::Atomic<uint32_t> bell{0};  // its sleepers' word where one call wakes several (park.hpp); counts such calls [P7]
  os::SharedFence fence;  // for workers of a large arena that go to sleep together
  PriorityQueue prioritised;
  FineGrainedBodies fine_grained_bodies;  // cleared before each region
  ompt::Data parallel;  // the tool's, of the region; written while the arena is quiet
};

// Sleeping state of a worker; see sched/idle/README.md, "Parking".
struct Parker {
  static constexpr uint32_t kAwake = 0;
  static constexpr uint32_t kParked = 1;
  static constexpr uint32_t kClaimed = 2;  // a waker has chosen this worker and will set kAwake
  static constexpr uint32_t kCalled = 3;  // parked, and shall look whether it has to poll
  static constexpr bool is_parked(uint32_t state) { return (state & kParked) != 0; }
  base::Atomic<uint32_t> state{kAwake};
  base::Atomic<bool> may_poll{false};  // it is in a slot; written before kParked
  // where it is counted as parked, nullptr outside an arena; written before kParked
  base::Atomic<Arena*> arena{nullptr};
  // The word on which it sleeps with others of its arena, and its bit there; nullptr: it sleeps on `state`. Written
  // before kParked.
  base::Atomic<base::Atomic<uint32_t>*> bell{nullptr};
  base::Atomic<uint32_t> bell_bit{0};
  int thread_id = 0;  // the kernel's; written before kParked
  // the process, if it is unbound and its arena is not oversubscribed, else 0; written before kParked
  uint32_t may_move_in = 0;
  // Written by the waker between kClaimed and kAwake, by the worker afterwards.
  uint32_t waker_cpu = 0;
  uint32_t n_wakes_elsewhere = 0;  // so many of the next wakes keep it off the waker's processor
  uint64_t woken_ticks = 0;

  // docs/tuning.md: wakes elsewhere
  static constexpr uint32_t kMostWakesElsewhere = 200;
  static constexpr uint64_t kPrompt_us = 120;
};

// Events of detachable tasks that a signal handler has fulfilled on this thread while it looked for work or slept.
struct HeldEvents {
  static constexpr uint32_t kMost = 8;
  base::Atomic<bool> are_held{false};  // whether they are to be
  base::Atomic<bool> are_there{false};
  base::Atomic<task::Task*> tasks[kMost] = {};
};

struct alignas(base::kCacheLine) Worker {
  explicit Worker(task::WorkerId id);

  void flush_idle() { slab.flush(); }  // the worker has left its arena, hence reported everything

  task::WorkerId id;  // global thread number (gtid)
  Slot* slot = nullptr;
  task::Task* current = nullptr;  // the task whose code this thread executes
  task::Slab slab;
  base::Rng rng;
  uint32_t first_victim = 0;  // where the last successful steal was
  StealBackoff steal_backoff;
  InlinePolicy inline_policy;
  Tolerance tolerance;
  Turns turns;
  // What it runs now, if that was found by a wait that any task may run in (a barrier's), or by a taskyield on top of
  // such work that is untied: then no tied task is suspended below.
  Work unconstrained;
  bool owes_announcement = false;  // work went through this worker's hands into its deque and was not announced

  // Completions that are yet to be reported (execute.hpp).
  task::JoinCounter* batch_counter = nullptr;
  uint32_t batch_count = 0;
  uint64_t rings_due_ns = 0;  // when its deque's unused memory may be given back again
  uint32_t bound_place = ~0u;  // the place its thread is bound to (team/binding.hpp); ~0: none
  uint64_t displayed = 0;  // OMP_DISPLAY_AFFINITY: what it displayed last (work/display.cpp)
  bool is_bound() const { return bound_place != ~0u; }
  ompt::ThreadRecord record;  // for a tool
  // Of its ring of events, plus one, for what others note of it; 0: it has none. Publishes nothing.
  base::Atomic<uint32_t> ring_number{0};
  Suspended suspended;
  HeldEvents events;  // the thread and its signal handlers

  alignas(base::kCacheLine) Parker parker;  // written by wakers
};

// The worker of the calling thread; nullptr before its first call into the runtime. Set by team/.
extern constinit thread_local Worker* t_worker;

// All workers by id, for wakes addressed to one. Any thread.
Worker* worker_of(task::WorkerId id);
// How many ids have been given so far. Any thread.
task::WorkerId n_workers();
// The id for a worker that is about to be made. Any thread; more than kMaxWorkers is fatal.
task::WorkerId next_worker_id();

}  // namespace rondo::sched
