// SPDX-License-Identifier: Apache-2.0
//
// A thread that runs out of its stack touches the page below it and dies by SIGSEGV, which looks like any wild
// pointer. Here that page is known: a handler that runs on a stack of its own reports the overflow, and then the
// process dies as it would have without the handler. A program's own handler for SIGSEGV is never replaced.
#pragma once

#include <cstddef>
#include <cstdint>

#include <pthread.h>

#include "base/atomic.hpp"

namespace rondo::os {

enum class StackOwner : uint8_t {
  Runtime,  // a thread that start_thread() has started
  Program,  // a thread that the program has started
  Process,  // its initial thread
};

// The part of the calling thread's stack that belongs to the caller and its callers; empty if it is unknown, or if
// the caller runs on a stack of the program's own.
struct StackRange {
  uintptr_t begin, end;
};
StackRange callers_stack();

// From now on say(owner, bytes) is called, in a signal handler, on a watched thread that has used up the `bytes` of
// its stack. To be called once, at start. Does nothing if SIGSEGV has a handler or is ignored.
void watch_stacks(void (*say)(StackOwner owner, size_t bytes));

// Where a stack ends. `low` 0: not known. Written by the thread that starts the stack's one, perhaps when that runs
// already, and read in that one's signal handler: `low` is stored last, with release, and read first, with acquire,
// so who sees it sees the others.
struct StackBounds {
  base::Atomic<size_t> bytes{0};
  base::Atomic<uintptr_t> guard{0};  // the pages below the stack: [guard, low)
  base::Atomic<uintptr_t> low{0};
};

// Calls malloc. A thread that does so for the first time gets an arena, 64 MB of addresses; so who starts a thread
// measures its stack. The thread must not have ended, or be joinable. False: the C library does not tell.
bool measure_stack(pthread_t thread, StackBounds& bounds);

struct Watched;

// Watches one thread after the other; what is needed for it, the next thread uses again. Each call by the thread that
// it is about.
class StackWatch {
 public:
  StackWatch() = default;
  StackWatch(const StackWatch&) = delete;
  StackWatch& operator=(const StackWatch&) = delete;
  ~StackWatch();  // not between begin() and end()

  // The thread is watched from now on, unless it has an alternate signal stack already, which is the program's.
  // `known`: somebody else measures its stack.
  void begin(StackOwner owner, const StackBounds* known = nullptr);

  // To be called before the thread ends. A program's alternate stack, which may be gone by now, is not looked at.
  void end();

 private:
  Watched* watched_ = nullptr;
  bool is_on_ = false;
};

}  // namespace rondo::os
