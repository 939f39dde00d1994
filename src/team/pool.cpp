// SPDX-License-Identifier: Apache-2.0
#include "team/pool.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>

#include "os/thread.hpp"
#include "sync/spin_lock.hpp"
#include "team/runtime.hpp"

namespace rondo::team {

namespace {

struct Pool {
  sync::SpinLock lock;
  Thread* idle = nullptr;
  uint32_t n_threads = 0;
};
Pool g_pool;

Thread* take_idle() {
  sync::SpinGuard guard(g_pool.lock);
  Thread* thread = g_pool.idle;
  if (thread != nullptr) g_pool.idle = thread->next_idle;
  return thread;
}

void give_back(Thread& thread) {
  sync::SpinGuard guard(g_pool.lock);
  thread.next_idle = g_pool.idle;
  g_pool.idle = &thread;
}

void thread_main(void* argument) {
  auto& thread = *static_cast<Thread*>(argument);
  sched::t_worker = &thread;
  for (;;) {
    auto is_assigned = [&] { return thread.assignment.load_acquire() != nullptr; };  // [B5]
    wait_idle(thread, true, is_assigned);
    serve(thread, *thread.assignment.load_acquire());  // [B5]
    thread.seat = nullptr;
    thread.flush_idle();
    give_back(thread);
  }
}

Thread* start_thread() {
  void* memory = std::aligned_alloc(alignof(Thread), base::round_up(sizeof(Thread), alignof(Thread)));
  if (memory == nullptr) return nullptr;
  auto* thread = new (memory) Thread(sched::next_worker_id());
  char name[16];
  std::snprintf(name, sizeof name, "rondo-w%u", thread->id);
  int error = os::start_thread({thread_main, thread, config::load().stack_bytes, name});
  if (error == 0) {
    sync::SpinGuard guard(g_pool.lock);
    g_pool.n_threads++;
    return thread;
  }
  static uint32_t said;
  if (base::first_time(&said)) {
    base::warn(
        "the system refused thread number %u (%s); going on with fewer. Check `ulimit -u`, the cgroup's pids.max, and "
        "OMP_STACKSIZE against the memory limit, or set OMP_NUM_THREADS",
        g_pool.n_threads + 2, std::strerror(error));
  }
  return nullptr;  // the descriptor stays: its id may have been seen
}

}  // namespace

uint32_t seat_threads(Team& team, uint32_t first, uint32_t n_seats) {
  for (uint32_t i = first; i < n_seats; i++) {
    Thread* thread = take_idle();
    if (thread == nullptr) thread = start_thread();
    if (thread == nullptr) return i;
    Member& member = *team.member(i);
    member.worker.store_release(thread);        // [sched/S1]
    thread->assignment.store_release(&member);  // [B5]
    os::light_fence();                          // [sched/P1]
    sched::unpark(*thread);
  }
  return n_seats;
}

void dismiss_threads(Team& team, uint32_t first, uint32_t n_seats) {
  for (uint32_t i = first; i < n_seats; i++) {
    Member& member = *team.member(i);
    auto& thread = static_cast<Thread&>(*member.worker.load_acquire());
    member.worker.store_release(nullptr);      // [sched/S1]
    thread.assignment.store_release(nullptr);  // [B5]
    os::light_fence();                         // [sched/P1]
    sched::unpark(thread);
  }
}

void forget_threads() {
  g_pool.idle = nullptr;
  g_pool.n_threads = 0;
  g_pool.lock.unlock();
}

}  // namespace rondo::team
