// SPDX-License-Identifier: Apache-2.0
//
// Instructions and calls for waiting threads.
#pragma once

#include <sched.h>

namespace rondo::os {

// One step of a spin loop: frees pipeline resources for the sibling hardware thread and saves power.
inline void relax() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield" ::: "memory");
#else
  asm volatile("" ::: "memory");
#endif
}

// Lets another thread run on this CPU if one wants to (a system call).
inline void yield_thread() { sched_yield(); }

}  // namespace rondo::os
