// SPDX-License-Identifier: Apache-2.0
//
// Threads by pthread_create. The start record is a malloc'd block owned by the new thread, so that the creator need
// not wait for it; naming is done by the thread itself (one system call, where naming another thread takes three).
#include "os/thread.hpp"

#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include <pthread.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/bits.hpp"

namespace rondo::os {
namespace {

constexpr size_t kNameBytes = 16;  // the kernel's limit, terminator included

struct Start {
  void (*main)(void*);
  void* argument;
  char name[kNameBytes];
};

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

void* run(void* raw) {
  const Start start = *static_cast<Start*>(raw);
  free(raw);
  if (start.name[0] != '\0') prctl(PR_SET_NAME, start.name);
  constexpr unsigned long kSlack_ns = 1000;  // the kernel's is 50 us, by which each sleep with a time-out is late
  prctl(PR_SET_TIMERSLACK, kSlack_ns);
  start.main(start.argument);
  return nullptr;
}

size_t allowed_stack_bytes(size_t wanted) {
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  const auto smallest = static_cast<size_t>(PTHREAD_STACK_MIN);
  if (wanted > SIZE_MAX - page) return SIZE_MAX & ~(page - 1);  // pthread_create then fails with a proper errno
  return base::round_up(wanted < smallest ? smallest : wanted, page);
}

}  // namespace

int start_thread(const ThreadSpec& spec) {
  auto* start = static_cast<Start*>(malloc(sizeof(Start)));
  if (start == nullptr) return ENOMEM;
  *start = {.main = spec.main, .argument = spec.argument, .name = {}};
  if (spec.name != nullptr) {
    const size_t length = strnlen(spec.name, kNameBytes - 1);
    memcpy(start->name, spec.name, length);
  }
  pthread_attr_t attributes;
  int problem = pthread_attr_init(&attributes);
  if (problem == 0) {
    problem = pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    if (problem == 0 && spec.stack_bytes != 0) {
      problem = pthread_attr_setstacksize(&attributes, allowed_stack_bytes(spec.stack_bytes));
    }
    if (problem == 0) {
      pthread_t thread;
      problem = pthread_create(&thread, &attributes, run, start);
    }
    pthread_attr_destroy(&attributes);
  }
  if (problem != 0) free(start);
  return problem;
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
