// SPDX-License-Identifier: Apache-2.0
//
// A thread that runs out of its stack touches the page below it and dies by SIGSEGV, which looks like any wild
// pointer. Here that page is known: a handler that runs on a stack of its own reports the overflow, and then the
// process dies as it would have without the handler. A program's own handler for SIGSEGV is never replaced.
#pragma once

#include <cstddef>
#include <cstdint>

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

// The calling thread is watched from now on, unless it has an alternate signal stack already, which is the program's.
// Returns the argument for unwatch_this_stack(); nullptr if the thread is not watched.
const void* watch_this_stack(StackOwner owner);

// To be called before a watched thread ends: gives back the memory that was needed to watch it. The alternate stack
// of a program, which may be gone by now, is not looked at.
void unwatch_this_stack(const void* watch);

}  // namespace rondo::os
