// SPDX-License-Identifier: Apache-2.0
//
// A fiber: a stack, and where its code goes on when the thread switches to it. sched/run/suspend.hpp gives one to
// each task that may have to be left in its middle. A fiber stays on the thread that has made it: thread-local
// variables and what the C library knows of a thread are those of one thread all along. The processor's
// floating-point modes and the state of C++ exceptions belong to the fiber; the signal mask and errno belong to the
// thread.
#pragma once

#include <cstddef>
#include <cstdint>

namespace rondo::os {

// What the C++ runtime keeps for each thread (`__cxa_eh_globals`, whose layout the Itanium C++ ABI fixes): the
// exceptions that are being handled, innermost first, and how many are thrown but not caught yet.
struct ExceptionState {
  void* caught = nullptr;
  unsigned n_uncaught = 0;
};

struct Fiber {
  void* position = nullptr;  // what it goes on with, while the thread runs another fiber
  const void* low = nullptr;  // its stack, above the guard page; of a thread's own stack: as AddressSanitizer says
  size_t bytes = 0;
  Fiber* left = nullptr;  // the fiber that the thread came from
  ExceptionState exceptions;  // while the thread runs another fiber
  void* in_thread_sanitizer = nullptr;
  void* in_address_sanitizer = nullptr;
};

// `fiber` is to stand for the thread's own stack: before the thread switches from it for the first time.
void adopt_stack(Fiber& fiber);

// Maps a stack of at least so many bytes behind a guard page, on which main(argument) begins when it is switched to
// for the first time. main() calls begin_fiber() first and never returns. False when out of memory. Pages take no
// memory before they are used.
bool make_fiber(Fiber& fiber, size_t bytes, void (*main)(void*), void* argument);
void begin_fiber(Fiber& fiber);
// Gives the memory back. Nothing runs on the fiber, or ever will.
void destroy_fiber(Fiber& fiber);

// The calling thread leaves `from`, on which it runs, for `to`. Returns when it switches back to `from`.
void switch_fiber(Fiber& from, Fiber& to);

namespace detail {  // fiber_switch.cpp
void prepare_stack(Fiber& fiber, void (*main)(void*), void* argument);
void switch_stack(Fiber& from, Fiber& to);
}  // namespace detail

}  // namespace rondo::os
