// SPDX-License-Identifier: Apache-2.0
//
// What abi/alpi/ keeps for the process: see ARCHITECTURE.md, "State of the process".
#pragma once

#include <cstddef>
#include <cstdint>

#include <pthread.h>

#include "os/fork_gate.hpp"
#include "rondo.h"
#include "rondo/poll.h"
#include "sync/spin_lock.hpp"

namespace rondo::alpi {

// An OpenMP task that is blocked, was unblocked before it blocked, or has events. On the heap, as long as one of
// these holds.
struct Note {
  Note* next;
  const void* task;
  rondo_suspension* wait;  // it is blocked
  bool is_unblocked;       // and has not blocked yet
  uint64_t n_events;
};

// On the stack of a task that waits for its time.
struct Timer {
  Timer* next;
  uint64_t deadline_ns;
  rondo_suspension wait;
};

struct Process {
  static constexpr size_t kNotes = 256;
  struct Notes {
    sync::SpinLock lock;
    Note* first = nullptr;
  };
  Notes notes[kNotes];  // by the task's address; each under its lock, any thread

  // Timers in the order of their deadlines, under the lock; any thread. The poll function is of the process whose
  // generation this is: a child of fork() has none.
  sync::SpinLock timers_lock;
  Timer* timers = nullptr;
  rondo_poll* poll = nullptr;
  uint32_t poll_generation = 0;

  // The spawned task of a thread.
  os::ForkSafeOnce key_once;
  pthread_key_t spawned_key = 0;
};
[[gnu::visibility("hidden")]] extern constinit Process process;

}  // namespace rondo::alpi
