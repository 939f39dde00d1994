// SPDX-License-Identifier: Apache-2.0
//
// Starting the OS threads behind workers.
#pragma once

#include <cstddef>
#include <cstdint>

#include "os/stack.hpp"

namespace rondo::os {

// What a thread begins with, as whoever starts it has filled it in.
struct NewThread {
  static constexpr size_t kNameBytes = 16;  // the kernel's limit, terminator included

  void (*main)(void*) = nullptr;
  void* argument = nullptr;
  size_t stack_bytes = 0;  // 0: the system's default. Rounded up to whole pages and to the smallest stack allowed
  char name[kNameBytes] = {};  // the name in ps and debuggers; "": inherited
  StackBounds stack;  // by start_thread(), perhaps when the thread has begun
};

// Starts a detached thread, which uses `thread` as long as it runs, so that it need not call free(). 0, or the errno
// value that explains the failure (EAGAIN: no more threads or memory for a stack). The thread inherits the caller's
// signal mask and CPU mask, as it does on libgomp and libomp: programs choose where their signals go by masks set
// before the first region, and a profiler's timer signals must reach workers; blocking signals here would silently
// undo both.
int start_thread(NewThread& thread);

// True on the thread that runs main(), and in a child of fork() on its only one.
bool is_initial_thread();

// The kernel's number of the calling thread. It differs between a child of fork() and its parent's thread.
int thread_id();

// How long the kernel lets the calling thread run before other threads of its processor have their turn. A thread
// with short turns gets no less of the processor, but gets it sooner when it is woken, and what a yield gives away is
// the rest of a turn. 0: the kernel has no turns for single threads (it does from Linux 6.12 on).
uint64_t turn_ns();
void set_turn(uint64_t ns);
inline constexpr uint64_t kShortestTurn_ns = 100'000;  // the kernel's bound
// How long a program that computes mostly has a processor until others have their turn. docs/tuning.md: contended
// processors
inline constexpr uint64_t kOthersTurn_us = 4000;

// The stack a thread gets with stack_bytes == 0.
size_t default_stack_bytes();

}  // namespace rondo::os
