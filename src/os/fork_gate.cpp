// SPDX-License-Identifier: Apache-2.0
#include "os/fork_gate.hpp"

#include <ctime>

#include "os/process.hpp"

namespace rondo::os {

void ForkGate::keep_others_out() {
  constexpr time_t kPatience_s = 1;
  timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += kPatience_s;
  if (is_inside() || take_over(pthread_mutex_timedlock(&lock_, &until))) depth_++;
}

void ForkGate::let_others_in_of_child() {
  if (is_inside()) return leave();
  lock_ = PTHREAD_MUTEX_INITIALIZER;
  inside_.store_relaxed(0);
  depth_ = 0;
  has_lost_thread_ = true;
}

NoFork::NoFork() { process.fork_gate.enter(); }
NoFork::~NoFork() { process.fork_gate.leave(); }

namespace {
// Registered before any thread can be inside.
[[gnu::constructor]] void watch_forks() {
  pthread_atfork([] { process.fork_gate.keep_others_out(); }, [] { process.fork_gate.let_others_in(); },
                 [] { process.fork_gate.let_others_in_of_child(); });
}
}  // namespace

}  // namespace rondo::os
