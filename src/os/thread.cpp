// SPDX-License-Identifier: Apache-2.0
//
// Threads by pthread_create. A thread names itself: one system call, where naming another thread takes three.
#include "os/thread.hpp"

#include <cerrno>
#include <climits>
#include <cstdint>

#include <pthread.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/bits.hpp"

namespace rondo::os {
namespace {

// What struct sched_attr of the kernel begins with; the C library has no name for it.
struct Scheduling {
  uint32_t size;
  uint32_t policy;
  uint64_t flags;
  int32_t nice;
  uint32_t priority;
  uint64_t turn_ns;  // of ordinary threads, from Linux 6.12 on
  uint64_t deadline_ns;
  uint64_t period_ns;
};

// Of the calling thread; false if it is no ordinary one, or the kernel has no turns.
bool read(Scheduling& scheduling) {
  return syscall(SYS_sched_getattr, 0, &scheduling, sizeof scheduling, 0) == 0 && scheduling.policy == SCHED_OTHER &&
         scheduling.turn_ns != 0;
}

void* run(void* argument) {
  const NewThread& thread = *static_cast<const NewThread*>(argument);
  if (thread.name[0] != '\0') prctl(PR_SET_NAME, thread.name);
  constexpr unsigned long kSlack_ns = 1000;  // the kernel's is 50 us, by which each sleep with a time-out is late
  prctl(PR_SET_TIMERSLACK, kSlack_ns);
  thread.main(thread.argument);
  return nullptr;
}

size_t allowed_stack_bytes(size_t wanted) {
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  const auto smallest = static_cast<size_t>(PTHREAD_STACK_MIN);
  if (wanted > SIZE_MAX - page) return SIZE_MAX & ~(page - 1);  // pthread_create then fails with a proper errno
  return base::round_up(wanted < smallest ? smallest : wanted, page);
}

}  // namespace

int start_thread(NewThread& thread) {
  thread.stack.low.store_relaxed(0);  // of another stack
  pthread_attr_t attributes;
  int problem = pthread_attr_init(&attributes);
  if (problem != 0) return problem;
  if (thread.stack_bytes != 0)
    problem = pthread_attr_setstacksize(&attributes, allowed_stack_bytes(thread.stack_bytes));
  pthread_t started;
  if (problem == 0) problem = pthread_create(&started, &attributes, run, &thread);
  pthread_attr_destroy(&attributes);
  if (problem != 0) return problem;
  (void)measure_stack(started, thread.stack);
  pthread_detach(started);
  return 0;
}

bool is_initial_thread() { return thread_id() == getpid(); }

uint64_t turn_ns() {
  Scheduling scheduling = {};
  return read(scheduling) ? scheduling.turn_ns : 0;
}

void set_turn(uint64_t ns) {
  Scheduling scheduling = {};
  if (!read(scheduling)) return;
  scheduling.size = sizeof scheduling;
  scheduling.turn_ns = ns;
  (void)syscall(SYS_sched_setattr, 0, &scheduling, 0);
}

int thread_id() { return static_cast<int>(syscall(SYS_gettid)); }

size_t default_stack_bytes() {
  pthread_attr_t attributes;
  size_t bytes = 0;
  if (pthread_attr_init(&attributes) != 0) return 0;
  if (pthread_attr_getstacksize(&attributes, &bytes) != 0) bytes = 0;
  pthread_attr_destroy(&attributes);
  return bytes;
}

}  // namespace rondo::os
