// SPDX-License-Identifier: Apache-2.0
#include "team/pool.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>

#include "ompt/process.hpp"
#include "os/clock.hpp"
#include "os/stack.hpp"
#include "os/thread.hpp"
#include "sync/spin_lock.hpp"
#include "team/observed.hpp"
#include "team/other_runtimes.hpp"
#include "team/process.hpp"
#include "team/resize.hpp"
#include "team/runtime.hpp"
#include "team/serve.hpp"

namespace rondo::team {

namespace {

// Why threads that are idle end.
constexpr uint32_t kClosed = 1;  // the process is about to end
constexpr uint32_t kPaused = 2;  // the program does not need them for now

Thread* take_idle() {
  sync::SpinGuard guard(process.pool.lock);
  Thread* thread = process.pool.idle;
  if (thread == nullptr) return nullptr;
  process.pool.idle = thread->next_idle;
  process.pool.n_idle--;
  return thread;
}

void give_back(Thread& thread) {
  sync::SpinGuard guard(process.pool.lock);
  thread.next_idle = process.pool.idle;
  process.pool.idle = &thread;
  process.pool.n_idle++;
}

// Whether each of the threads has a processor, the one that runs the program included.
bool has_processors() {
  const uint32_t n = n_processors();
  sync::SpinGuard guard(process.pool.lock);
  return process.pool.n_threads < n;
}

void keep_unstarted(Thread& thread) {
  thread.next_idle = process.pool.unstarted;
  process.pool.unstarted = &thread;
}

// How many threads stay in the pool however long they are idle: none where the initial thread could end unseen, as
// they would keep the process.
uint32_t n_to_stay() { return process.watches_initial_thread.load_relaxed() ? n_processors() : 0; }

// An idle thread wants to end: true if it may, which takes it out of the pool.
bool leave_pool(Thread& thread) {
  sync::SpinGuard guard(process.pool.lock);
  if (process.pool.n_idle <= n_to_stay() && process.pool.ending.load_relaxed() == 0) return false;
  Thread** link = &process.pool.idle;
  while (*link != nullptr && *link != &thread) link = &(*link)->next_idle;
  if (*link == nullptr) return false;  // a master has taken it and will assign it
  *link = thread.next_idle;
  process.pool.n_idle--;
  process.pool.n_threads--;
  keep_unstarted(thread);
  return true;
}

// False: the thread was not needed for long, and has left the pool.
bool wait_in_pool(Thread& thread) {
  constexpr uint64_t kIdleLife_ns = 5'000'000'000;  // docs/tuning.md
  auto is_assigned = [&] { return thread.assignment.load_acquire() != nullptr; };  // [B5]
  auto is_called = [&] { return is_assigned() || process.pool.ending.load_acquire() != 0; };  // [B7]
  uint64_t end_ns = 0;
  sched::Idle idle(!has_processors());
  for (uint64_t life_ns = kIdleLife_ns; !is_assigned();) {
    if (process.pool.ending.load_acquire() != 0 && leave_pool(thread)) return false;  // [B7]
    if (idle.pause()) continue;
    if (end_ns == 0) end_ns = os::now_ns() + life_ns;
    sched::park(thread, nullptr, life_ns, is_called);
    if (life_ns != 0 && os::now_ns() >= end_ns && !is_assigned()) {
      if (leave_pool(thread)) return false;
      life_ns = 0;  // one of those that stay
    }
    idle.reset();
  }
  return true;
}

void thread_main(void* argument) {
  auto& thread = *static_cast<Thread*>(argument);
  sched::t_worker = &thread;
  thread.bound_place = kNoPlace;  // a new OS thread has its creator's processors
  os::StackWatch stack_watch;
  stack_watch.begin(os::StackOwner::Runtime, &thread.start.stack);
  thread.turns = {.usual_ns = os::turn_ns()};
  if (ompt::is_on()) begin_thread(thread, ompt::ThreadKind::Worker);
  while (wait_in_pool(thread)) {
    serve(thread, *thread.assignment.load_acquire());  // [B5]
    thread.slot = nullptr;
    thread.flush_idle();
    give_back(thread);
  }
  if (ompt::is_on()) end_thread(thread, ompt::ThreadKind::Worker);
  stack_watch.end();
  sched::t_worker = nullptr;  // the descriptor may have another OS thread by now
}

Thread* descriptor() {
  {
    sync::SpinGuard guard(process.pool.lock);
    if (os::now_ns() < process.pool.refused_until_ns) return nullptr;
    if (Thread* thread = process.pool.unstarted) {
      process.pool.unstarted = thread->next_idle;
      return thread;
    }
  }
  void* memory = std::aligned_alloc(alignof(Thread), base::round_up(sizeof(Thread), alignof(Thread)));
  return memory == nullptr ? nullptr : new (memory) Thread(sched::next_worker_id());
}

void note_refusal(Thread& thread, int error) {
  constexpr uint64_t kPatience_ns = 1'000'000'000;  // docs/tuning.md: until the system is asked again
  uint32_t n_threads;
  {
    sync::SpinGuard guard(process.pool.lock);
    keep_unstarted(thread);
    process.pool.refused_until_ns = os::now_ns() + kPatience_ns;
    n_threads = process.pool.n_threads;
  }
  base::warn_once(
      "the system refused thread number %u (%s); going on with fewer. Check `ulimit -u`, the cgroup's pids.max, and "
      "OMP_STACKSIZE against the memory limit, or set OMP_NUM_THREADS",
      n_threads + 2, std::strerror(error));
}

Thread* start_thread() {
  Thread* thread = descriptor();
  if (thread == nullptr) return nullptr;
  if (team_of(*sched::t_worker).level == 0) look_for_other_runtimes();
  os::NewThread& start = thread->start;
  start.main = thread_main;
  start.argument = thread;
  start.stack_bytes = options().stack_bytes;
  std::snprintf(start.name, sizeof start.name, "rondo-%u", thread->id);
  if (int error = os::start_thread(start)) {
    note_refusal(*thread, error);
    return nullptr;
  }
  sync::SpinGuard guard(process.pool.lock);
  process.pool.n_threads++;
  return thread;
}

}  // namespace

uint32_t assign_threads(Team& team, uint32_t first, uint32_t n_slots) {
  for (uint32_t i = first; i < n_slots; i++) {
    Thread* thread = take_idle();
    if (thread == nullptr) thread = start_thread();
    if (thread == nullptr) return i;
    slot(*thread, *team.member(i));
  }
  return n_slots;
}

void dismiss_threads(Team& team, uint32_t first, uint32_t n_slots) {
  for (uint32_t i = first; i < n_slots; i++) dismiss(*team.member(i));
}

namespace {

void end_idle_threads(uint32_t reason) {
  sync::SpinGuard guard(process.pool.lock);
  process.pool.ending.or_acq_rel(reason);  // [B7]
  os::light_fence();  // [sched/P1]
  for (Thread* thread = process.pool.idle; thread != nullptr; thread = thread->next_idle) sched::unpark(*thread);
}

uint32_t n_threads() {
  sync::SpinGuard guard(process.pool.lock);
  return process.pool.n_threads;
}

}  // namespace

void close_pool() { end_idle_threads(kClosed); }

void end_threads(Member& initial) {
  constexpr uint64_t kPatience_ns = 100'000'000;
  uint32_t n_own = 0;
  for_each_serial(initial, [&n_own](Member& member) {
    if (member.hot_team != nullptr) n_own += member.hot_team->n_slots - 1;
  });
  uint32_t n_others = 0;
  {
    sync::SpinGuard guard(process.pool.lock);
    if (process.pool.n_threads > process.pool.n_idle + n_own) {
      n_others = process.pool.n_threads - process.pool.n_idle - n_own;
    }
  }
  for_each_serial(initial, [](Member& member) {
    if (member.hot_team != nullptr) disband(*member.hot_team);
  });
  end_idle_threads(kPaused);
  const uint64_t end_ns = os::now_ns() + kPatience_ns;
  sched::Idle idle(true);
  while (n_threads() > n_others && os::now_ns() < end_ns) {
    if (!idle.pause()) idle.reset();
  }
  process.pool.ending.and_acq_rel(~kPaused);  // [B7]
}

void forget_threads() {
  ompt::process.n_own_threads.store_relaxed(0);  // no thread ends as one of them here: end_of_way_in_child()
  process.pool.ending.store_relaxed(0);  // [B7]
  process.pool.idle = nullptr;
  process.pool.n_idle = 0;
  process.pool.n_threads = 0;
}

}  // namespace rondo::team
