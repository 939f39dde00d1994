// SPDX-License-Identifier: Apache-2.0
//
// fork(2) copies one thread only, so a child cannot go on with what another thread was in the middle of: the start of
// the runtime, or hwloc, which has locks of its own. Threads are inside the process's gate meanwhile, and a thread
// that forks waits until it is the only one inside.
//
// A second at most: the thread inside may be waiting for the loader, and the loader for the thread that forks
// (in a library's constructor). Then the child begins the start anew and does without hwloc.
#pragma once

#include <pthread.h>

#include "base/atomic.hpp"

namespace rondo::os {

class ForkGate {
 public:
  // Any thread, also one that is inside.
  void enter() {
    if (!is_inside()) take_over(pthread_mutex_lock(&lock_));
    depth_++;
  }
  void leave() {
    if (--depth_ != 0) return;
    inside_.store_relaxed(0);
    pthread_mutex_unlock(&lock_);
  }

  // Around fork(2), by the thread that forks; the last one in the child.
  void keep_others_out();
  void let_others_in() {
    if (is_inside()) leave();
  }
  void let_others_in_of_child();

  // In a child: a thread of the parent was inside, and had to be left there.
  bool has_lost_thread() const { return has_lost_thread_; }

 private:
  // Relaxed: a thread that finds itself here has written this, and nobody else writes it then.
  bool is_inside() const { return inside_.load_relaxed() == pthread_self(); }
  bool take_over(int error) {
    if (error == 0) inside_.store_relaxed(pthread_self());
    return error == 0;
  }

  pthread_mutex_t lock_ = PTHREAD_MUTEX_INITIALIZER;
  base::Atomic<pthread_t> inside_{0};  // the thread that holds the lock, for itself
  unsigned depth_ = 0;  // how often it has entered; under the lock
  bool has_lost_thread_ = false;  // written in a child, before it has another thread
};

// While one lives, fork(2) waits. Any thread.
class NoFork {
 public:
  NoFork();
  NoFork(const NoFork&) = delete;
  NoFork& operator=(const NoFork&) = delete;
  ~NoFork();
};

// What is done once, by the first thread that asks, while others and fork(2) wait. So a child finds it done, or does
// it itself. What is done may ask for other things that are done once: all of them have one lock, so that no two
// threads wait for each other. Instead of pthread_once, whose child may begin anew what is half done.
class ForkSafeOnce {
 public:
  template <class Do>
  void run(Do act) {
    if (is_done_.load_acquire()) return;
    const NoFork no_fork;
    if (is_done_.load_acquire()) return;
    act();
    is_done_.store_release(true);
  }

 private:
  base::Atomic<bool> is_done_{false};  // published with it: what was done
};

}  // namespace rondo::os
